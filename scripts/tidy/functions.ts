import type * as Syntax from 'oxc-parser'
import { parseSync, Visitor } from 'oxc-parser'
import { isCode, type Tree } from './tree.ts'

// One and a half screens of code. Markup is read faster, so a component may have more.
const linesMax = 70
const componentLinesMax = 120
// What opens a scene of many parts, or models a server, is one function around what its parts share.
const supportLinesMax = 100

/** Complaints about functions of the product, of the lab and of what tests share that are too long. */
export function longFunctions(tree: Tree): string[] {
  return [...tree.keys()].filter(isCode).flatMap((path) => {
    const text = tree.get(path) ?? ''
    const own = linesMaxOf(path)
    if (own === undefined) return []
    return functionsOf(path, text).flatMap(({ name, start, end, hasMarkup }) => {
      const lines = text.slice(start, end).split('\n').length
      const most = hasMarkup ? componentLinesMax : own
      return lines > most ? [`${path}: ${name} has ${lines} lines, at most ${most}`] : []
    })
  })
}

/** Undefined where functions have no limit. */
function linesMaxOf(path: string): number | undefined {
  if (/\.(test|spec)\.tsx?$/.test(path)) return undefined
  if (/^(ledger|contract|server|web)\/src\//.test(path)) return linesMax
  return /^(lab|e2e|(ledger|contract|server|web)\/test)\//.test(path) ? supportLinesMax : undefined
}

/** Complaints about `...{ a, b, c }`, which only saves lines: the properties can be written without it. */
export function packedSpreads(tree: Tree): string[] {
  return [...tree.keys()].filter(isCode).flatMap((path) => {
    const text = tree.get(path) ?? ''
    if (!/\.\.\.\s*\{/.test(text)) return []
    const complaints: string[] = []
    const complain = ({ argument, start }: Syntax.SpreadElement | Syntax.JSXSpreadAttribute) => {
      if (argument.type !== 'ObjectExpression') return
      complaints.push(`${path}:${lineOf(text, start)}: spreads an object literal`)
    }
    new Visitor({ SpreadElement: complain, JSXSpreadAttribute: complain }).visit(parse(path, text))
    return complaints
  })
}

type FunctionNode = Syntax.Function | Syntax.ArrowFunctionExpression
type FunctionInFile = { name: string; start: number; end: number; hasMarkup: boolean }

/** Every function of a file, including inner ones. One has markup when it returns JSX itself. */
function functionsOf(path: string, text: string): FunctionInFile[] {
  const found: FunctionInFile[] = []
  const open: FunctionInFile[] = []
  const names = new Map<unknown, string>()
  const scopes = new Set<unknown>()
  const enter = (node: FunctionNode) => {
    const { start, end, id } = node
    const name = id?.name ?? names.get(node) ?? `the function in line ${lineOf(text, start)}`
    const isMarkup = node.type === 'ArrowFunctionExpression' && node.expression && isJsx(node.body)
    open.push({ name, start, end, hasMarkup: isMarkup })
  }
  const leave = (node: FunctionNode) => {
    const left = open.pop()!
    if (!scopes.has(node)) found.push(left)
  }
  new Visitor({
    // A function that is called at once is the scope of a script: only the functions inside it are measured.
    CallExpression: ({ callee }) =>
      void scopes.add(callee.type === 'ParenthesizedExpression' ? callee.expression : callee),
    VariableDeclarator: ({ id, init }) => {
      if (init && id.type === 'Identifier') names.set(init, id.name)
    },
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement: ({ argument }) => {
      const owner = open.at(-1)
      if (owner && isJsx(argument)) owner.hasMarkup = true
    },
  }).visit(parse(path, text))
  return found
}

function isJsx(node: Syntax.Node | null): boolean {
  if (node?.type === 'ParenthesizedExpression') return isJsx(node.expression)
  if (node?.type === 'ConditionalExpression') return isJsx(node.consequent) || isJsx(node.alternate)
  return node?.type === 'JSXElement' || node?.type === 'JSXFragment'
}

function parse(path: string, text: string): Syntax.Program {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`)
  return program
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
