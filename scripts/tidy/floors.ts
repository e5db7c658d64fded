import { dirname } from 'node:path/posix'
import { importsOf, isCode, isTest, type Tree } from './tree.ts'

/** Complaints about files that import from a higher floor, or from another house altogether. */
export function floorsBroken(tree: Tree): string[] {
  return codeOf(tree).flatMap((path) => {
    const own = placeOf(path)
    if (!own) return /^(ledger|contract|server|web)\/src\//.test(path) ? [`${path}: stands on no floor`] : []
    return importsOf(tree, path).flatMap(({ target }) => {
      const other = target && placeOf(target)
      if (!other || mayImport(own, other)) return []
      return [`${path}: ${own.name} may not import ${target}, which is ${other.name}`]
    })
  })
}

/** Complaints about verbs and pages that something other than their floor 5 imports. */
export function leavesImported(tree: Tree): string[] {
  return codeOf(tree).flatMap((path) =>
    importsOf(tree, path).flatMap(({ target }) => {
      if (!target) return []
      if (isVerb(tree, target) && /^server\/src\//.test(path) && placeOf(path)?.floor !== 5) {
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
  if (placeOf(path)?.name !== 'a feature of the server') return false
  const name = path.replace(/^.*\/|\.ts$/g, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new RegExp(`^export (async )?(function|const) ${name}\\b`, 'm').test(tree.get(path) ?? '')
}

type Place = { house: 'below' | 'server' | 'web'; floor: number; name: string }

/** The table of ARCHITECTURE.md. The first line that matches says where a file stands. */
const places: [RegExp, Place][] = [
  [/^ledger\/src\//, { house: 'below', floor: 0, name: 'the ledger' }],
  [/^contract\/src\//, { house: 'below', floor: 1, name: 'the contract' }],
  [
    /^server\/src\/((postgres|embedded|config|storage|mail|live)\/|(audit\/audit-chain|keys\/derive-keys|limiter|refusal)\.ts)/,
    { house: 'server', floor: 2, name: 'the ground of the server' },
  ],
  [/^server\/src\/books\//, { house: 'server', floor: 3, name: 'the books' }],
  [
    /^server\/src\/((http|pages)\/|(routes|main|jobs|demo)\.ts)/,
    { house: 'server', floor: 5, name: 'the server itself' },
  ],
  [/^server\/src\/(bank|call)\.ts/, { house: 'server', floor: 4, name: 'what every verb takes' }],
  [/^server\/src\/[^/]+\//, { house: 'server', floor: 4, name: 'a feature of the server' }],
  [/^web\/src\/(ui\/|public-config\.ts|rendering\/early-input\.ts)/, { house: 'web', floor: 2, name: 'ui' }],
  [
    /^web\/src\/((api|theme|live)\/|rendering\/dehydrated-state\.ts)/,
    { house: 'web', floor: 3, name: 'the ground of the web app' },
  ],
  [/^web\/src\/layout\//, { house: 'web', floor: 5, name: 'the layout' }],
  [
    /^web\/src\/((routes|screens|main)\.tsx|rendering\/)/,
    { house: 'web', floor: 6, name: 'the web app itself' },
  ],
  [/^web\/src\/[^/]+\//, { house: 'web', floor: 4, name: 'a feature of the web app' }],
]

function placeOf(path: string): Place | undefined {
  return places.find(([pattern]) => pattern.test(path))?.[1]
}

function mayImport(own: Place, other: Place): boolean {
  return (other.house === 'below' || other.house === own.house) && other.floor <= own.floor
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
