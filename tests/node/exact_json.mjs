// JSON whose numbers keep their text, and equality by value over it: 12345678901234567890 and 12345678901234567891 are
// two numbers, 1.0 and 1 are one. A client that has already read a number as a double (a plain number here) is
// compared as a double: it cannot have seen more.

export class NumberText {
  constructor(text) {
    this.text = text;
  }
  toJSON() {
    return JSON.rawJSON ? JSON.rawJSON(this.text) : Number(this.text);
  }
}

export function parseExact(text) {
  return JSON.parse(text, (_key, value, { source } = {}) =>
    typeof value === "number" ? new NumberText(source) : value,
  );
}

// Sign, digits without outer zeros and exponent: equal for equal numbers, whatever their size.
function canonical(text) {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(
    text,
  );
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length)}`;
}

function sameNumber(a, b) {
  if (a instanceof NumberText && b instanceof NumberText) return canonical(a.text) === canonical(b.text);
  const plain = (value) => (value instanceof NumberText ? Number(value.text) : value);
  return plain(a) === plain(b);
}

const isNumber = (value) => typeof value === "number" || value instanceof NumberText;

// Both sides may hold NumberText or plain numbers. The order of an object's members does not count.
export function sameValue(left, right) {
  const open = [[left, right]];
  while (open.length > 0) {
    const [a, b] = open.pop();
    if (isNumber(a) && isNumber(b)) {
      if (!sameNumber(a, b)) return false;
    } else if (a === null || b === null || typeof a !== "object" || typeof b !== "object") {
      if (a !== b) return false;
    } else {
      if (isNumber(a) || isNumber(b) || Array.isArray(a) !== Array.isArray(b)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        open.push([a[key], b[key]]);
      }
    }
  }
  return true;
}
