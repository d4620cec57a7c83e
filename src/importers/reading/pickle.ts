/**
 * A pickle, read as data: numbers, texts, lists, tuples and dicts of protocols 0 to 5. What would look up or call
 * anything of Python's is refused, so nothing is ever run (opcodes: CPython, Lib/pickletools.py).
 */
import { ImportError } from '../importer.ts';

/** Lists and tuples are arrays. */
export type Pickled = number | string | boolean | null | Pickled[] | Map<Pickled, Pickled>;

const MOST_STEPS = 4_000_000;
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
  const take = (count: number): Uint8Array => {
    if (count < 0 || at + count > bytes.length)
      throw refuse('ends inside a value; the file may have been cut short');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const unsigned = (count: 1 | 2 | 4): number => {
    take(count);
    if (count === 1) return view.getUint8(at - 1);
    return count === 2 ? view.getUint16(at - 2, true) : view.getUint32(at - 4, true);
  };
  const long = (): number => {
    const size = unsigned(1);
    if (size > 7) throw refuse('a number is too large');
    const raw = take(size);
    return raw.reduceRight(
      (sum, byte, i) => sum * 256 + (i === size - 1 && byte > 127 ? byte - 256 : byte),
      0,
    );
  };
  const line = (): string => {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) throw refuse('ends inside a value; the file may have been cut short');
    return utf8(take(end + 1 - at).subarray(0, -1));
  };
  const utf8 = (raw: Uint8Array) => new TextDecoder().decode(raw);
  const number = (text: string): number => {
    if (!/^-?\d{1,20}(\.\d{1,30})?([eE][-+]?\d{1,3})?$/.test(text))
      throw refuse('holds a number that is none');
    return Number(text);
  };
  const pop = (): Pickled => {
    const value = stack.pop();
    if (value === undefined || stack.length < (marks.at(-1) ?? 0)) throw refuse('takes more than was put');
    return value;
  };
  const list = (): Pickled[] => {
    const value = stack.at(-1);
    if (!Array.isArray(value)) throw refuse('adds to what is no list');
    return value;
  };
  const sinceMark = (): Pickled[] => {
    const mark = marks.pop();
    if (mark === undefined) throw refuse('has no mark');
    return stack.splice(mark);
  };
  const setItems = (items: readonly Pickled[]) => {
    const value = stack.at(-1);
    if (!(value instanceof Map) || items.length % 2 !== 0) throw refuse('sets what is no dict');
    for (let i = 0; i + 1 < items.length; i += 2) value.set(items[i] ?? null, items[i + 1] ?? null);
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

  for (let step = 0; step < MOST_STEPS; step++) {
    const opcode = unsigned(1);
    switch (opcode) {
      case 0x80: // PROTO
        if (unsigned(1) > 5) throw refuse('is of a newer protocol than 5');
        break;
      case 0x95: // FRAME
        take(8);
        break;
      case 0x28: // MARK
        marks.push(stack.length);
        break;
      case 0x2e: {
        // STOP
        const value = pop();
        if (stack.length > 0 || at < bytes.length) throw refuse('goes on after its end');
        return value;
      }
      case 0x4e: // NONE
        stack.push(null);
        break;
      case 0x88: // NEWTRUE
      case 0x89: // NEWFALSE
        stack.push(opcode === 0x88);
        break;
      case 0x46: // FLOAT
        stack.push(number(line()));
        break;
      case 0x47: // BINFLOAT
        take(8);
        stack.push(view.getFloat64(at - 8));
        break;
      case 0x49: // INT
        stack.push(number(line()));
        break;
      case 0x4c: // LONG
        stack.push(number(line().replace(/L$/, '')));
        break;
      case 0x4a: // BININT
        take(4);
        stack.push(view.getInt32(at - 4, true));
        break;
      case 0x4b: // BININT1
        stack.push(unsigned(1));
        break;
      case 0x4d: // BININT2
        stack.push(unsigned(2));
        break;
      case 0x8a: // LONG1
        stack.push(long());
        break;
      case 0x53: // STRING, between quotes
        stack.push(line().slice(1, -1));
        break;
      case 0x56: // UNICODE
        stack.push(line());
        break;
      case 0x55: // SHORT_BINSTRING
      case 0x8c: // SHORT_BINUNICODE
        stack.push(utf8(take(unsigned(1))));
        break;
      case 0x54: // BINSTRING
      case 0x58: // BINUNICODE
        stack.push(utf8(take(unsigned(4))));
        break;
      case 0x5d: // EMPTY_LIST
      case 0x29: // EMPTY_TUPLE
        stack.push([]);
        break;
      case 0x7d: // EMPTY_DICT
        stack.push(new Map<Pickled, Pickled>());
        break;
      case 0x6c: // LIST
      case 0x74: // TUPLE
        stack.push(sinceMark());
        break;
      case 0x64: {
        // DICT
        const items = sinceMark();
        stack.push(new Map<Pickled, Pickled>());
        setItems(items);
        break;
      }
      case 0x85: // TUPLE1
        stack.push([pop()]);
        break;
      case 0x86: // TUPLE2
        stack.push([pop(), pop()].reverse());
        break;
      case 0x87: // TUPLE3
        stack.push([pop(), pop(), pop()].reverse());
        break;
      case 0x61: {
        // APPEND
        const value = pop();
        list().push(value);
        break;
      }
      case 0x65: {
        // APPENDS
        const values = sinceMark();
        const target = list();
        for (const value of values) target.push(value);
        break;
      }
      case 0x73: {
        // SETITEM
        const value = pop();
        setItems([pop(), value]);
        break;
      }
      case 0x75: // SETITEMS
        setItems(sinceMark());
        break;
      case 0x70: // PUT
        remember(number(line()));
        break;
      case 0x71: // BINPUT
        remember(unsigned(1));
        break;
      case 0x72: // LONG_BINPUT
        remember(unsigned(4));
        break;
      case 0x94: // MEMOIZE
        remember(memo.size);
        break;
      case 0x67: // GET
        stack.push(recall(number(line())));
        break;
      case 0x68: // BINGET
        stack.push(recall(unsigned(1)));
        break;
      case 0x6a: // LONG_BINGET
        stack.push(recall(unsigned(4)));
        break;
      default: {
        const call = CALLS.get(opcode);
        throw refuse(
          call === undefined
            ? `opcode ${opcode} is not understood`
            : `${call} would run code of its writer's; nothing of a file is ever run`,
        );
      }
    }
  }
  throw refuse(`takes more than ${MOST_STEPS} steps`);
}
