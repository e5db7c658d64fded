import { expect, test } from 'vitest'
import { physicalSides, rawColours } from './looks.ts'
import { treeOf } from './tree.ts'

const screen = (text: string) => treeOf({ 'web/src/dashboard/balance-card.tsx': text })

test('a screen that names a colour or a theme is refused', () => {
  for (const looks of [
    '#0b5',
    '#0a5b6c',
    'rgb(0 0 0)',
    'oklch(.5 .1 20)',
    'bg-red-500',
    'text-white',
    'dark:bg-card',
  ]) {
    expect(rawColours(screen(`<p className="p-4 ${looks}">`))).toHaveLength(1)
  }
  expect(
    rawColours(screen('<a href="#content" className="bg-card text-foreground border-input-border">')),
  ).toEqual([])
})

test('the token file may name colours and themes', () => {
  expect(rawColours(treeOf({ 'web/src/tokens.css': '--ring: oklch(.56 .15 250);' }))).toEqual([])
})

test('left and right in a screen are refused, start and end are not', () => {
  for (const side of ['ml-4', '-mr-2', 'pl-[3px]', 'left-0', 'text-right', 'border-l', 'rounded-tl-lg']) {
    expect(physicalSides(screen(`<p className="flex ${side}">`))).toHaveLength(1)
  }
  expect(physicalSides(treeOf({ 'web/src/styles.css': '.a {\n  margin-left: 4px;\n}' }))).toHaveLength(1)
  expect(physicalSides(screen('<p className="ms-4 pe-2 start-0 text-end border-s rounded-lg">'))).toEqual([])
})
