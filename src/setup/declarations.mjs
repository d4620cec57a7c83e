// The types of a module as one file without imports, so that who installs the package needs no other one for them.
import path from 'node:path';
import ts from 'typescript';
import { root } from './place.mjs';

/**
 * Types that are declared in src/ and have a name keep it; all others, as those of a schema, are written out.
 * @param {string} entry from the top of the checkout
 */
export function declarationsOf(entry) {
  const config = { strict: true, noUncheckedIndexedAccess: true, target: ts.ScriptTarget.ESNext };
  const program = ts.createProgram([path.join(root, entry)], {
    ...config,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    types: ['node'],
  });
  const checker = program.getTypeChecker();
  /** @type {Map<ts.Symbol, string>} */
  const names = new Map();
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {{ symbol: ts.Symbol, type: ts.Type }[]} */
  const open = [];

  /** @param {ts.Symbol} symbol @param {ts.Type} type */
  function nameOf(symbol, type) {
    let name = names.get(symbol);
    if (name === undefined) {
      for (let i = 1; name === undefined || taken.has(name); i += 1) name = `${symbol.name}${i > 1 ? i : ''}`;
      names.set(symbol, name);
      taken.add(name);
      open.push({ symbol, type });
    }
    return name;
  }

  /** @param {ts.Symbol | undefined} symbol */
  const isOurs = (symbol) =>
    symbol?.declarations?.some((one) => one.getSourceFile().fileName.startsWith(path.join(root, 'src/'))) &&
    symbol.name !== '__type' &&
    symbol.name !== '__object';

  /** @param {ts.Type} type @returns {string} */
  function print(type, asBody = false) {
    const { aliasSymbol, aliasTypeArguments } = type;
    if (!asBody && aliasSymbol && isOurs(aliasSymbol) && !aliasTypeArguments)
      return nameOf(aliasSymbol, type);
    if (type.isUnion()) return type.types.map((one) => grouped(one)).join(' | ');
    if (type.isIntersection() || type.flags & ts.TypeFlags.Object) return printObject(type, asBody);
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }

  /** @param {ts.Type} type */
  function grouped(type) {
    const text = print(type);
    return /=>| \| |^readonly /.test(text) && !text.startsWith('{') ? `(${text})` : text;
  }

  /** @param {ts.Type} type */
  function printObject(type, asBody = false) {
    const args = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
    if (checker.isTupleType(type)) {
      const { readonly } = /** @type {ts.TupleType} */ (/** @type {ts.TypeReference} */ (type).target);
      return `${readonly ? 'readonly ' : ''}[${args.map((one) => print(one)).join(', ')}]`;
    }
    const symbol = type.getSymbol();
    if (checker.isArrayType(type) && args[0])
      return `${symbol?.name === 'ReadonlyArray' ? 'readonly ' : ''}${grouped(args[0])}[]`;
    const isNamed = symbol && symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class);
    if (!asBody && isNamed && isOurs(symbol) && args.length === 0) return nameOf(symbol, type);
    if (isNamed && !isOurs(symbol))
      return args.length > 0 ? `${symbol.name}<${args.map((one) => print(one)).join(', ')}>` : symbol.name;
    const calls = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
    const properties = checker.getPropertiesOfType(type);
    if (calls[0] && properties.length === 0) return printCall(calls[0]).replace(/\): /, ') => ');
    const index = checker
      .getIndexInfosOfType(type)
      .map((one) => `[key: ${print(one.keyType)}]: ${print(one.type)};`);
    return `{ ${[...index, ...properties.map(printProperty)].join(' ')} }`;
  }

  /** @param {ts.Symbol} symbol */
  function docOf(symbol) {
    const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    return doc ? `\n/** ${doc.replace(/\s*\n\s*/g, ' ')} */\n` : '';
  }

  /** @param {ts.Symbol} symbol */
  function printProperty(symbol) {
    const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
    const key = /^\w+$/.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name);
    return `${docOf(symbol)}readonly ${key}${optional}: ${print(checker.getTypeOfSymbol(symbol))};`;
  }

  /** @param {ts.Signature} call */
  function printCall(call) {
    const given = call.parameters.map((one, i) => {
      const name = /^\w+$/.test(one.name) ? one.name : `given${i}`;
      return `${name}: ${print(checker.getTypeOfSymbol(one))}`;
    });
    return `(${given.join(', ')}): ${print(call.getReturnType())}`;
  }

  const source = program.getSourceFile(path.join(root, entry));
  const module = source && checker.getSymbolAtLocation(source);
  const lines = [];
  for (const exported of module ? checker.getExportsOfModule(module) : []) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const type = checker.getTypeOfSymbol(symbol);
    const [call] = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
    if (call) lines.push(`${docOf(symbol)}export declare function ${symbol.name}${printCall(call)};`);
    else {
      const made = checker.getDeclaredTypeOfSymbol(symbol);
      names.set(symbol, symbol.name);
      lines.push(`${docOf(symbol)}export declare class ${symbol.name} extends Error ${print(made, true)}`);
    }
  }
  for (const { symbol, type } of open)
    lines.push(`${docOf(symbol)}export type ${names.get(symbol)} = ${print(type, true)};`);
  return `${lines.join('\n').replace(/\n+/g, '\n').trim()}\n`;
}
