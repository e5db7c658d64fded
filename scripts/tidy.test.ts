import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localAddresses } from './tidy/addresses.ts'
import { labTooLarge } from './tidy/budgets.ts'
import { circlesOfFolders } from './tidy/circles.ts'
import { badSubjects, recentSubjects } from './tidy/commits.ts'
import { enginesTable, engineUses } from './tidy/engines.ts'
import { longFunctions, packedSpreads } from './tidy/functions.ts'
import { impureLedger, layersBroken, layersTable, leavesImported } from './tidy/layers.ts'
import { deadFiles, undeclaredImports } from './tidy/living.ts'
import { physicalSides, rawColours } from './tidy/looks.ts'
import { badNames, forbiddenSyntax, longFiles } from './tidy/names.ts'
import { literalPagePaths } from './tidy/page-paths.ts'
import { uselessTests } from './tidy/tests.ts'
import { readTree } from './tidy/tree.ts'
import { badTexts, wordingTable } from './tidy/voice.ts'

const root = join(import.meta.dirname, '..')
const tree = readTree(root)

describe('the tidy rules', () => {
  for (const [rule, complaints] of [
    ['a file imports from its own layer or lower', layersBroken],
    ['verbs and pages are leaves', leavesImported],
    ['the ledger is pure arithmetic', impureLedger],
    ['every file is imported by something that runs', deadFiles],
    ['every imported package is declared where it is imported', undeclaredImports],
    ['names are meaningful and in kebab-case', badNames],
    ['no barrels, no nameless exports, one class', forbiddenSyntax],
    [
      'functions have at most 70 lines, components 120, those of the lab and of test support 100',
      longFunctions,
    ],
    ['the lab keeps to its budget of lines', labTooLarge],
    ['no object literal is spread', packedSpreads],
    ['colours and themes live in the token file', rawColours],
    ['screens know start and end, not left and right', physicalSides],
    ['screens link to pages by the table of pages', literalPagePaths],
    ['every test asserts, and none is switched off', uselessTests],
    ['no file names an address on one machine or network', localAddresses],
    ['texts for people follow docs/voice.md', badTexts],
    ['SQL that another engine lacks is listed', engineUses],
  ] as const) {
    test(rule, () => expect(complaints(tree)).toEqual([]))
  }

  test('no folders reach each other through their nouns, but those that are listed', () => {
    expect(circlesOfFolders(tree)).toEqual([['gateway', 'http', 'pages'].map((name) => `server/src/${name}`)])
  })

  test('the table of layers in ARCHITECTURE.md is the one that is checked', async () => {
    const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const updated = page.replace(/(<!-- Made from .* -->\n)[\s\S]*(\n<!-- end -->)/, `$1${layersTable()}$2`)
    expect(updated).toContain(layersTable())
    await expect(updated).toMatchFileSnapshot('../ARCHITECTURE.md')
  })

  test('the table of refused wording in docs/voice.md is the one that is checked', async () => {
    const page = readFileSync(join(root, 'docs/voice.md'), 'utf8')
    const updated = page.replace(/(<!-- Made from .* -->\n)[\s\S]*(\n<!-- end -->)/, `$1${wordingTable()}$2`)
    expect(updated).toContain(wordingTable())
    await expect(updated).toMatchFileSnapshot('../docs/voice.md')
  })

  test('the table of engines in docs/scaling.md is the one that is checked', async () => {
    const page = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
    const updated = page.replace(/(<!-- Made from .* -->\n)[\s\S]*(\n<!-- end -->)/, `$1${enginesTable()}$2`)
    expect(updated).toContain(enginesTable())
    await expect(updated).toMatchFileSnapshot('../docs/scaling.md')
  })

  test('the subject of each commit is an area and an imperative', () => {
    expect(badSubjects(recentSubjects(root))).toEqual([])
  })
})

// A long file is a smell and not an error: the test passes.
for (const warning of longFiles(tree)) console.warn(warning)
