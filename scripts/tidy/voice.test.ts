import { expect, test } from 'vitest'
import { treeOf } from './tree.ts'
import { badTexts } from './voice.ts'

const screen = (code: string) => treeOf({ 'web/src/dashboard/balance-card.tsx': code })

test('refused wording is found in markup, attributes, strings and templates, with its line', () => {
  for (const code of [
    'const a = (\n  <p>Whoever learns it can log in.</p>)',
    'const a = (\n  <p title="Nobody can log in" />)',
    "const a =\n  'This is no part of the balance'",
    'const a =\n  `$' + '{amount} is in transit`',
    'const a = (\n  <p>\n    This page changes\n    by itself.\n  </p>)',
  ]) {
    expect(badTexts(screen(code))).toEqual([
      expect.stringMatching(/^web\/src\/dashboard\/balance-card\.tsx:2: “.+”: not “.+” but “.+”$/),
    ])
  }
})

test('wording is not looked for in comments, class names, imports, SQL and tests', () => {
  expect(
    badTexts(
      screen(`import { nobody } from './no-one nobody.ts'
// Whoever reads this knows why.
const sql = \`select somebody from nobody\`
const a = <p className="Whoever nobody">All transactions</p>`),
    ),
  ).toEqual([])
  expect(badTexts(treeOf({ 'web/src/menu.test.tsx': "test('Nobody sees it', run)" }))).toEqual([])
})

test('operators read the words of the books, customers their own', () => {
  const code = "const text = 'Money in transit: sign in to see the bank\\'s'"
  expect(badTexts(treeOf({ 'scripts/check-books.ts': code }))).toEqual([])
  expect(badTexts(treeOf({ 'server/src/mail/letters.ts': code }))).toHaveLength(3)
  expect(badTexts(treeOf({ 'scripts/keys.ts': "fail('No user has this e-mail')" }))).toHaveLength(1)
})

test('a PIN has three capitals, except in the texts of the specification', () => {
  for (const text of ['Pin set successfully', 'Enter your pin', 'Too many wrong pins']) {
    expect(badTexts(screen(`const text = '${text}'`))).toEqual([expect.stringContaining('write “PIN”')])
  }
  for (const text of ['Invalid transaction pin', 'Set one under Transaction Pin', 'Wrong PINs', 'pin']) {
    expect(badTexts(screen(`const text = '${text}'`))).toEqual([])
  }
})

test('an exclamation mark is refused, except in the text of the specification', () => {
  expect(badTexts(screen("const text = 'Your PIN was changed!'"))).toHaveLength(1)
  expect(badTexts(screen("const text = 'No transactions found!'"))).toEqual([])
})

test('an ID has two capitals on the screens', () => {
  expect(badTexts(screen("const text = 'Transaction id'"))).toEqual([expect.stringContaining('write “ID”')])
  expect(badTexts(screen("const text = 'Transaction ID is required'"))).toEqual([])
})

test('a label has one capital, except the labels of the specification', () => {
  expect(badTexts(screen('const a = <h2>Support Messages</h2>'))).toEqual([
    expect.stringContaining('only the first word has a capital'),
  ])
  for (const label of ['Support messages', 'Account Number', 'Pay Alice Moreno today']) {
    expect(badTexts(screen(`const a = <h2>${label}</h2>`))).toEqual([])
  }
})
