import type * as Syntax from 'oxc-parser'
import { parseSync, Visitor } from 'oxc-parser'
import { type EngineDifference, engineDifferences } from './engine-differences.ts'
import { isTest, type Tree } from './tree.ts'

/**
 * Complaints about SQL that uses a construct which another engine lacks and the list does not know of, and about uses in the list
 * that are gone.
 */
export function engineUses(tree: Tree, differences = engineDifferences): string[] {
  const found = usesIn(tree, differences)
  return differences.flatMap((difference) => {
    const { engine, construct, bank, uses = [] } = difference
    const files = found.get(difference) ?? []
    const name = `${construct} (${engine})`
    return [
      ...files
        .filter((file) => !uses.includes(file))
        .map((file) => `${file}: uses ${name}; list the use in engine-differences.ts, with its reason`),
      ...uses
        .filter((file) => !files.includes(file))
        .map((file) => `${file}: no longer uses ${name}; remove the use from engine-differences.ts`),
      ...(uses.length > 0 && !bank ? [`engine-differences.ts: ${name} has uses and no reason`] : []),
    ]
  })
}

/** The table of docs/scaling.md. */
export function enginesTable(): string {
  const rows = engineDifferences.map(({ engine, construct, says, page, bank, pattern, uses = [] }) => {
    const files = uses.map((path) => `\`${path}\``).join(', ')
    const reason = bank ? `${bank}${files && `: ${files}`}` : 'does not use it'
    return `| ${engine} | ${construct} | [${says}](${page}) | ${reason}${pattern ? '' : ' *'} |`
  })
  return ['| Engine | Construct | What it says | The bank |', '|---|---|---|---|', ...rows].join('\n')
}

function usesIn(
  tree: Tree,
  differences: readonly EngineDifference[],
): Map<EngineDifference, readonly string[]> {
  const statements = [...tree].flatMap(([path, text]) => {
    const sql = sqlOf(path, text)
    return sql === undefined ? [] : [[path, sql] as const]
  })
  return new Map(
    differences.map((difference) => {
      const { pattern } = difference
      return [difference, statements.filter(([, sql]) => pattern?.test(sql)).map(([path]) => path)]
    }),
  )
}

/**
 * The SQL of a file: a migration, or the quoted text of the server's code. The embedded server is always PostgreSQL.
 */
function sqlOf(path: string, text: string): string | undefined {
  if (/^server\/migrations\/.*\.sql$/.test(path)) return text.replaceAll(/--.*$/gm, '')
  if (!/^server\/src\/(?!embedded\/).*\.ts$/.test(path) || isTest(path)) return undefined
  if (!sqlWords.test(text)) return undefined
  return quotedIn(path, text).join(';\n')
}

// Parsing takes most of the time, and most files have no SQL.
const sqlWords =
  /\b(select|insert into|update|delete from|set local|declare|lock table|grant|listen|notify|create|alter|pg_\w+)\b/

function quotedIn(path: string, text: string): string[] {
  const quoted: string[] = []
  const { program } = parseSync(path, text)
  new Visitor({
    Literal: ({ value }: Syntax.StringLiteral | { value: unknown }) => {
      if (typeof value === 'string') quoted.push(value)
    },
    TemplateLiteral: ({ quasis }: Syntax.TemplateLiteral) => {
      quoted.push(quasis.map(({ value }) => value.cooked ?? '').join('…'))
    },
  }).visit(program)
  return quoted
}
