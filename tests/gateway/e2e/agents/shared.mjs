// What the agents' scenes share: quotes of both kinds, which is what repairs stumble over.
export const shellCommand = (file) => `cat "${file}" && echo 'that was it'`;
