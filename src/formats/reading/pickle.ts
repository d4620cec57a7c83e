/**
 * A pickle, read as data: numbers, texts, lists and tuples of protocols 0 to 5. Nothing else is made of one, and what would
 * look up or call anything of Python's is refused by name, so nothing is ever run (opcodes: CPython, Lib/pickletools.py).
 */
import { ImportError } from '../importer.ts';

/** Lists and tuples are arrays. */
export type Pickled = number | string | Pickled[];

const MOST_STEPS = 4_000_000;
const STOP = 0x2e;
const CALLS = new Map([
  [0x63, 'GLOBAL'],
  [0x93, 'STACK_GLOBAL'],
  [0x52, 'REDUCE'],
  [0x69, 'INST'],
  [0x6f, 'OBJ'],
  [0x62, 'BUILD'],
  [0x81, 'NEWOBJ'],
  [0x92, 'NEWOBJ_EX'],
  [0x82, 'EXT1'],
  [0x83, 'EXT2'],
  [0x84, 'EXT4'],
  [0x50, 'PERSID'],
  [0x51, 'BINPERSID'],
]);

/** Throws `ImportError` with the byte. */
export function readPickle(bytes: Uint8Array): Pickled {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stack: Pickled[] = [];
  const marks: number[] = [];
  const memo = new Map<number, Pickled>();
  let at = 0;

  const refuse = (what: string) => new ImportError(`byte ${at}: ${what}`);
  /** Goes on by so many bytes; gives where they begin. */
  const skip = (count: number): number => {
    if (at + count > bytes.length) throw refuse('ends inside a value; the file may have been cut short');
    at += count;
    return at - count;
  };
  const byte = () => view.getUint8(skip(1));
  const word = () => view.getUint32(skip(4), true);
  const text = (size: number): string => {
    const from = skip(size);
    return new TextDecoder().decode(bytes.subarray(from, at));
  };
  const line = (): string => {
    const end = bytes.indexOf(0x0a, at);
    return text((end < 0 ? bytes.length : end) + 1 - at).slice(0, -1);
  };
  const number = (digits: string): number => {
    if (!/^-?\d{1,20}(\.\d{1,30})?([eE][-+]?\d{1,3})?$/.test(digits))
      throw refuse('holds a number that is none');
    return Number(digits);
  };
  const long = (): number => {
    const size = byte();
    if (size > 7) throw refuse('a number is too large');
    const from = skip(size);
    return bytes
      .subarray(from, at)
      .reduceRight((sum, one, i) => sum * 256 + (i === size - 1 && one > 127 ? one - 256 : one), 0);
  };
  const pop = (): Pickled => {
    const value = stack.pop();
    if (value === undefined || stack.length < (marks.at(-1) ?? 0)) throw refuse('takes more than was put');
    return value;
  };
  const sinceMark = (): Pickled[] => {
    const mark = marks.pop();
    if (mark === undefined) throw refuse('has no mark');
    return stack.splice(mark);
  };
  const append = (values: readonly Pickled[]) => {
    const list = stack.at(-1);
    if (!Array.isArray(list)) throw refuse('adds to what is no list');
    for (const value of values) list.push(value);
  };
  const remember = (key: number) => {
    const value = stack.at(-1);
    if (value === undefined) throw refuse('remembers nothing');
    memo.set(key, value);
  };
  const recall = (key: number): Pickled => {
    const value = memo.get(key);
    if (value === undefined) throw refuse('recalls what it never remembered');
    return value;
  };

  /** By opcode, what is put on the stack. */
  const values: Readonly<Record<number, () => Pickled>> = {
    0x46: () => number(line()), // FLOAT
    0x47: () => view.getFloat64(skip(8)), // BINFLOAT
    0x49: () => number(line()), // INT
    0x4c: () => number(line().replace(/L$/, '')), // LONG
    0x4a: () => view.getInt32(skip(4), true), // BININT
    0x4b: byte, // BININT1
    0x4d: () => view.getUint16(skip(2), true), // BININT2
    0x8a: long, // LONG1
    0x53: () => line().slice(1, -1), // STRING, between quotes
    0x56: line, // UNICODE
    0x55: () => text(byte()), // SHORT_BINSTRING
    0x8c: () => text(byte()), // SHORT_BINUNICODE
    0x54: () => text(word()), // BINSTRING
    0x58: () => text(word()), // BINUNICODE
    0x5d: () => [], // EMPTY_LIST
    0x6c: sinceMark, // LIST
    0x74: sinceMark, // TUPLE
    0x87: () => [pop(), pop(), pop()].reverse(), // TUPLE3
    0x67: () => recall(number(line())), // GET
    0x68: () => recall(byte()), // BINGET
    0x6a: () => recall(word()), // LONG_BINGET
  };
  /** By opcode, what else is done. */
  const steps: Readonly<Record<number, () => void>> = {
    0x80: () => {
      // PROTO
      if (byte() > 5) throw refuse('is of a newer protocol than 5');
    },
    0x95: () => skip(8), // FRAME
    0x28: () => marks.push(stack.length), // MARK
    0x61: () => append([pop()]), // APPEND
    0x65: () => append(sinceMark()), // APPENDS
    0x70: () => remember(number(line())), // PUT
    0x71: () => remember(byte()), // BINPUT
    0x72: () => remember(word()), // LONG_BINPUT
    0x94: () => remember(memo.size), // MEMOIZE
  };

  for (let step = 0; step < MOST_STEPS; step++) {
    const opcode = byte();
    const [value, doing, call] = [values[opcode], steps[opcode], CALLS.get(opcode)];
    if (opcode === STOP) {
      const whole = pop();
      if (stack.length > 0 || at < bytes.length) throw refuse('goes on after its end');
      return whole;
    }
    if (value) stack.push(value());
    else if (doing) doing();
    else
      throw refuse(
        call === undefined
          ? `opcode ${opcode} is not understood`
          : `${call} would run code of its writer's; nothing of a file is ever run`,
      );
  }
  throw refuse(`takes more than ${MOST_STEPS} steps`);
}
