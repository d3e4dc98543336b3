"""The gateways that are measured: how each is started, and what it wants to be asked. One row each in CONTENDERS."""

import dataclasses
import os
import pathlib
import typing

from processes import Child, free_port

FOLDER = pathlib.Path(__file__).resolve().parent
NODE = FOLDER / "peers/node_modules/.bin/node"
DESCRIPTORS = 20000


@dataclasses.dataclass
class Site:
    """What a contender needs to be started."""
    work: pathlib.Path
    argwright: pathlib.Path
    upstream_port: int
    port: int


@dataclasses.dataclass
class Contender:
    name: str
    command: typing.Callable  # of a Site: the words of a command line
    model: str = "{}"  # how it wants a model to be called
    headers: typing.Callable = lambda site: {}
    environment: typing.Callable = lambda site: {}
    stream_path: str = "/v1/chat/completions"
    is_node: bool = False
    child: Child = None
    site: Site = None

    def start(self, work, argwright, upstream_port):
        self.site = Site(work, argwright, upstream_port, free_port())
        slug = "".join(c if c.isalnum() else "_" for c in self.name)
        self.child = Child(self.name, self.command(self.site), work / f"{slug}.log", self.environment(self.site))
        self.child.wait_for(self.site.port)

    def path(self, stream):
        return self.stream_path if stream else "/v1/chat/completions"

    def all_headers(self):
        return {"Content-Type": "application/json", "Authorization": "Bearer sk-bench",
                **(self.headers(self.site) if self.site else {})}


def nginx(site):
    file = site.work / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    file.write_text(f"""
{user}
worker_processes 2;
worker_rlimit_nofile {DESCRIPTORS};
daemon off;
pid {site.work}/nginx.pid;
error_log {site.work}/nginx-error.log crit;
events {{ worker_connections {DESCRIPTORS}; }}
http {{
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path {site.work}/nginx-body;
  proxy_temp_path {site.work}/nginx-proxy;
  fastcgi_temp_path {site.work}/nginx-fastcgi;
  uwsgi_temp_path {site.work}/nginx-uwsgi;
  scgi_temp_path {site.work}/nginx-scgi;
  upstream model {{
    server 127.0.0.1:{site.upstream_port};
    keepalive 64;
    keepalive_requests 1000000000;
  }}
  server {{
    listen 127.0.0.1:{site.port} backlog=4096;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_read_timeout 600s;
    location / {{ proxy_pass http://model; }}
    location /stream/ {{ proxy_pass http://model/; proxy_buffering off; }}
  }}
}}
""")
    return ["nginx", "-p", str(site.work), "-c", str(file), "-e", f"{site.work}/nginx-error.log"]


def argwright(calls):
    def command(site):
        file = site.work / f"argwright-{calls}.toml"
        file.write_text(f"""
threads = 2
[[listener]]
address = "127.0.0.1:{site.port}"
[[upstream]]
name = "bench"
base_url = "http://127.0.0.1:{site.upstream_port}/v1"
[store]
url = "sqlite:{site.work}/argwright-{calls}.db"
calls = "{calls}"
[log]
access = "off"
""")
        return [str(site.argwright), "serve", "--config", str(file)]
    return command


def llms(site):
    return [str(NODE), str(FOLDER / "peers/llms.cjs"), str(site.port), f"http://127.0.0.1:{site.upstream_port}/v1"]


def portkey(site):
    program = FOLDER / "peers/node_modules/@portkey-ai/gateway/build/start-server.js"
    return [str(NODE), str(program), f"--port={site.port}", "--headless"]


def portkey_headers(site):
    return {"x-portkey-provider": "openai", "x-portkey-custom-host": f"http://127.0.0.1:{site.upstream_port}/v1"}


NGINX = Contender("nginx", nginx, stream_path="/stream/v1/chat/completions")
ARGWRIGHT = Contender("argwright", argwright("all"))
WITHOUT_CALL_LOG = Contender('argwright, calls = "off"', argwright("off"))
LLMS = Contender("@musistudio/llms + enhancetool", llms, model="bench,{}", is_node=True)
PORTKEY = Contender("Portkey gateway", portkey, headers=portkey_headers, is_node=True,
                    environment=lambda site: {"NODE_ENV": "production"})
CONTENDERS = (NGINX, ARGWRIGHT, WITHOUT_CALL_LOG, LLMS, PORTKEY)
