import { isCode, isTest, type Tree, withoutComments } from './tree.ts'

/** Complaints about files and folders with a meaningless name, or a name that is not kebab-case. */
export function badNames(tree: Tree): string[] {
  return [...tree.keys()]
    .filter((path) => isCode(path) || /\.(css|sql)$/.test(path))
    .flatMap((path) => {
      const words = path.split('/').map((part) => part.replace(/\..*$/, ''))
      return [
        ...words
          .filter((word) => meaninglessNames.has(word))
          .map((word) => `${path}: "${word}" says nothing`),
        ...words
          .filter((word) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word) && !word.startsWith('.'))
          .filter((word) => !(path.endsWith('.sql') && /^\d+_/.test(word)) && word !== '')
          .map((word) => `${path}: "${word}" is not kebab-case`),
      ]
    })
}

/** Complaints about barrels, default exports and classes. */
export function forbiddenSyntax(tree: Tree): string[] {
  return [...tree.keys()].filter(isCode).flatMap((path) => {
    const text = withoutComments(tree.get(path) ?? '')
    return [
      ...found(
        text,
        /^export \*|^export (?:type )?\{[^}]*\} from/m,
        `${path}: re-exports another file; import that file itself`,
      ),
      ...(path.endsWith('.config.ts')
        ? []
        : found(text, /^export default\b/m, `${path}: exports without a name`)),
      ...[...text.matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)]
        .filter((match) => match[1] !== 'Refusal')
        .map((match) => `${path}: class ${match[1]}; use functions, Refusal is the only class`),
    ]
  })
}

/** Warnings about long files, which may contain a second noun or verb. */
export function longFiles(tree: Tree): string[] {
  return [...tree.keys()].filter(isCode).flatMap((path) => {
    const lines = (tree.get(path) ?? '').split('\n').length - 1
    const most = isTest(path) ? 400 : 300
    return lines > most ? [`${path}: ${lines} lines, at most ${most}; look for the second noun or verb`] : []
  })
}

const meaninglessNames = new Set(
  'utils util helpers helper common shared misc lib core types constants manager service services index'.split(
    ' ',
  ),
)

function found(text: string, pattern: RegExp, complaint: string): string[] {
  return pattern.test(text) ? [complaint] : []
}
