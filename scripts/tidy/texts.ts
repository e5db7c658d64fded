import type * as Syntax from 'oxc-parser'
import { parseSync, Visitor } from 'oxc-parser'

/** A text of a file as a reader sees it, with `…` for each value that is filled in, and its position in the file. */
export type Text = { start: number; text: string }

/**
 * The texts of a file that may be read by people: the markup's own text, and every string and template that has a space or
 * begins with a capital. Class names, imports and SQL are left out.
 */
export function textsOf(path: string, source: string): Text[] {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`)

  const found: Text[] = []
  const unread = new Set<unknown>()
  const add = (start: number, raw: string) => {
    const text = raw.replace(/\s+/g, ' ').trim()
    if (isRead(text)) found.push({ start, text })
  }
  const skipSource = ({ source: specifier }: { source: Syntax.Node | null }) => void unread.add(specifier)
  new Visitor({
    ImportDeclaration: skipSource,
    ExportNamedDeclaration: skipSource,
    ImportExpression: skipSource,
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && unreadAttributes.has(name.name)) unread.add(value)
    },
    Literal: (literal) => {
      if (typeof literal.value === 'string' && !unread.has(literal)) add(literal.start, literal.value)
    },
    TemplateLiteral: ({ start, quasis }) => add(start, quasis.map(({ value }) => value.cooked).join('…')),
    JSXText: ({ start, value }) => add(start, value),
  }).visit(program)
  return found
}

const unreadAttributes = new Set(['className', 'id', 'name', 'type', 'href', 'role', 'd', 'viewBox'])

/** A word in lower case alone is a key of the program, and SQL begins with its verb in lower case. */
function isRead(text: string): boolean {
  if (/^(?:select|insert|update|delete|with|begin|set|grant|create|alter|do) /.test(text)) return false
  return /\p{L}{2}/u.test(text) && /^\p{Lu}|\s/u.test(text)
}
