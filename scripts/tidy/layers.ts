import { dirname } from 'node:path/posix'
import { importsOf, isCode, isTest, type Tree } from './tree.ts'

/** Complaints about files that import from a higher layer, or from another part of the product. */
export function layersBroken(tree: Tree): string[] {
  return codeOf(tree).flatMap((path) => {
    const own = layerOf(path)
    if (!own) return /^(ledger|contract|server|web)\/src\//.test(path) ? [`${path}: belongs to no layer`] : []
    return importsOf(tree, path).flatMap(({ target }) => {
      const other = target && layerOf(target)
      if (!other || mayImport(own, other)) return []
      return [`${path}: ${own.name} may not import ${target}, which is ${other.name}`]
    })
  })
}

/** Complaints about verbs and pages that something other than the server itself or the web app itself imports. */
export function leavesImported(tree: Tree): string[] {
  return codeOf(tree).flatMap((path) =>
    importsOf(tree, path).flatMap(({ target }) => {
      if (!target) return []
      if (
        isVerb(tree, target) &&
        /^server\/src\//.test(path) &&
        layerOf(path)?.name !== 'the server itself'
      ) {
        return [`${path}: imports ${target}; a verb is imported by routes, jobs, demo, main and scripts only`]
      }
      if (target.endsWith('-page.tsx') && path !== 'web/src/routes.tsx') {
        return [`${path}: imports ${target}; a page is imported by routes.tsx only`]
      }
      return []
    }),
  )
}

/** Complaints about anything in the books' arithmetic that is not arithmetic. */
export function impureLedger(tree: Tree): string[] {
  return codeOf(tree)
    .filter((path) => path.startsWith('ledger/src/'))
    .flatMap((path) => [
      ...importsOf(tree, path)
        .filter(({ target }) => !target?.startsWith('ledger/src/'))
        .map(({ specifier }) => `${path}: imports ${specifier}; the ledger imports its own files only`),
      ...impurities
        .filter((pattern) => pattern.test(tree.get(path) ?? ''))
        .map((pattern) => `${path}: uses ${pattern.source}; time, chance and the world are passed in`),
    ])
}

/**
 * A verb is a file of a feature that exports a function of its own name: `send-transfer.ts` exports
 * `sendTransfer`. Everything else in a feature is a noun.
 */
export function isVerb(tree: Tree, path: string): boolean {
  if (!/^a feature of the (server|gateway)$/.test(layerOf(path)?.name ?? '')) return false
  const name = path.replace(/^.*\/|\.ts$/g, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new RegExp(`^export (async )?(function|const) ${name}\\b`, 'm').test(tree.get(path) ?? '')
}

type Layer = {
  readonly part: 'shared' | 'server' | 'web'
  readonly level: number
  readonly name: string
  /** Files, folders that end with a slash, and `*` for every other folder. */
  readonly paths: readonly string[]
  /** What ARCHITECTURE.md says of it. */
  readonly mayImport: string
}

/** The table of layers in ARCHITECTURE.md is made from this list. A file belongs to the first layer that names it. */
const layers: readonly Layer[] = [
  {
    part: 'shared',
    level: 0,
    name: 'the ledger',
    paths: ['ledger/src/'],
    mayImport: 'files of the ledger: no package, no clock, no randomness',
  },
  {
    part: 'shared',
    level: 1,
    name: 'the contract',
    paths: ['contract/src/'],
    mayImport: 'layer 0, the schema library',
  },
  {
    part: 'server',
    level: 2,
    name: 'infrastructure of the server',
    paths: [
      'server/src/postgres/',
      'server/src/embedded/',
      'server/src/config/',
      'server/src/storage/',
      'server/src/mail/',
      'server/src/live/',
      'server/src/audit/audit-chain.ts',
      'server/src/keys/derive-keys.ts',
      'server/src/answer-text.ts',
      'server/src/limiter.ts',
      'server/src/low-priority.ts',
      'server/src/reason-of.ts',
      'server/src/refusal.ts',
    ],
    mayImport: 'layers 0 and 1, drivers',
  },
  {
    part: 'server',
    level: 3,
    name: 'the books',
    paths: ['server/src/books/'],
    mayImport: 'layers 0 to 2; the only folder that writes postings, entries and balances',
  },
  {
    part: 'server',
    level: 5,
    name: 'a feature of the gateway',
    paths: ['server/src/gateway/*/'],
    mayImport: 'layers 0 to 4, but no verb; no feature of the server imports it',
  },
  {
    part: 'server',
    level: 6,
    name: 'the server itself',
    paths: [
      'server/src/routes.ts',
      'server/src/http/',
      'server/src/gateway/',
      'server/src/pages/',
      'server/src/backups/mark-restored.ts',
      'server/src/jobs/delete-old-registrations.ts',
      'server/src/jobs/delete-old-told-balances.ts',
      'server/src/jobs/jobs.ts',
      'server/src/jobs/start-jobs.ts',
      'server/src/hard-end.ts',
      'server/src/main.ts',
      'server/src/operator-lines.ts',
      'server/src/service-manager.ts',
    ],
    mayImport: 'everything below',
  },
  {
    part: 'server',
    level: 4,
    name: 'shared types of the verbs',
    paths: ['server/src/bank.ts', 'server/src/call.ts'],
    mayImport: 'layers 0 to 3, and the noun files of features',
  },
  {
    part: 'server',
    level: 4,
    name: 'a feature of the server',
    paths: ['server/src/*/'],
    mayImport: 'layers 0 to 3, and the noun files of other features',
  },
  {
    part: 'web',
    level: 2,
    name: 'ui',
    paths: ['web/src/ui/', 'web/src/public-config.ts'],
    mayImport: 'layers 0 and 1, React; it knows only two banking concepts, amounts and statuses',
  },
  {
    part: 'web',
    level: 3,
    name: 'infrastructure of the web app',
    paths: ['web/src/api/', 'web/src/theme/', 'web/src/live/'],
    mayImport: 'layers 0 to 2',
  },
  {
    part: 'web',
    level: 5,
    name: 'the layout',
    paths: ['web/src/layout/'],
    mayImport: 'layers 0 to 4',
  },
  {
    part: 'web',
    level: 6,
    name: 'the web app itself',
    paths: ['web/src/routes.tsx', 'web/src/screens.tsx', 'web/src/main.tsx', 'web/src/rendering/'],
    mayImport: 'everything below',
  },
  {
    part: 'web',
    level: 4,
    name: 'a feature of the web app',
    paths: ['web/src/*/'],
    mayImport: 'layers 0 to 3, and other features, but no page',
  },
]

/** The table of ARCHITECTURE.md, from the ledger up. */
export function layersTable(): string {
  const parts = ['shared', 'server', 'web']
  const rows = [...layers]
    .sort((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part) || a.level - b.level)
    .map(({ part, level, name, paths, mayImport }) => {
      const named = paths.map((path) =>
        path.includes('*')
          ? `the ${path.endsWith('src/*/') ? 'other ' : ''}folders of \`${path.replace('*/', '')}\``
          : `\`${path}\``,
      )
      return `| ${part} ${level} | ${name} | ${named.join(', ')} | ${mayImport} |`
    })
  return ['| Layer | What | Where | May import, and other rules |', '|---|---|---|---|', ...rows].join('\n')
}

function layerOf(path: string): Layer | undefined {
  return layers.find(({ paths }) => paths.some((named) => stands(path, named)))
}

function stands(path: string, named: string): boolean {
  if (named.endsWith('*/'))
    return path.startsWith(named.slice(0, -2)) && path.slice(named.length - 2).includes('/')
  return named.endsWith('/') ? path.startsWith(named) : path === named
}

function mayImport(own: Layer, other: Layer): boolean {
  return (other.part === 'shared' || other.part === own.part) && other.level <= own.level
}

const impurities = [
  /\bDate\.now\b/,
  /\bnew Date\(\)/,
  /\bMath\.random\b/,
  /\bcrypto\b/,
  /\bprocess\b/,
  /\bperformance\b/,
]

function codeOf(tree: Tree): string[] {
  return [...tree.keys()].filter((path) => isCode(path) && !isTest(path) && dirname(path) !== '.')
}
