import { isTest, type Tree, withoutComments } from './tree.ts'

/** The one file that may name a colour. */
const tokenFile = 'web/src/tokens.css'

/** Complaints about colours and themes outside the token file. */
export function rawColours(tree: Tree): string[] {
  return lookFor(tree, [
    [/#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])/i, 'a raw colour'],
    [/\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/, 'a raw colour'],
    [paletteClass, 'a colour of the palette'],
    [/(?<![\w-])dark:/, 'a style for one theme only'],
  ]).filter((complaint) => !complaint.startsWith(tokenFile))
}

/** Complaints about left and right, which are wrong in a right-to-left language. */
export function physicalSides(tree: Tree): string[] {
  return lookFor(tree, [
    [/(?<![\w-])-?(?:scroll-)?(?:ml|mr|pl|pr)-[\w[]/, 'a physical side'],
    [/(?<![\w-])-?(?:left|right)-(?:\d|\[|auto|full|px)/, 'a physical side'],
    [/(?<![\w-])(?:text|float|clear)-(?:left|right)(?![\w-])/, 'a physical side'],
    [/(?<![\w-])(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?![a-z])/, 'a physical side'],
    [/\b(?:margin|padding|border)-(?:left|right)\b|^\s*(?:left|right):/m, 'a physical side'],
    [/\b(?:margin|padding|border)(?:Left|Right)\b/, 'a physical side'],
    [/text-align:\s*(?:left|right)/, 'a physical side'],
  ])
}

const paletteClass = new RegExp(
  `(?<![\\w])(?:text|bg|border|outline|ring|fill|stroke|from|via|to|decoration|accent|caret|shadow|divide|placeholder)-(?:${[
    'red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose',
    'slate|gray|zinc|neutral|stone',
  ].join('|')})-\\d|(?<![\\w])(?:text|bg|border|fill|stroke)-(?:white|black)(?![\\w-])`,
)

function lookFor(tree: Tree, patterns: [RegExp, string][]): string[] {
  return [...tree]
    .filter(([path]) => /^web\/src\/.*\.(tsx?|css)$/.test(path) && !isTest(path))
    .flatMap(([path, text]) =>
      patterns.flatMap(([pattern, what]) => {
        const seen = pattern.exec(withoutComments(text))
        return seen ? [`${path}: "${seen[0].trim()}" is ${what}`] : []
      }),
    )
}
