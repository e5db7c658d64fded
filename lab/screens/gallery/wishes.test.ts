import { expect, test } from 'vitest'
import { screens } from '../states/screens.ts'
import { readWishes, wanted } from './wishes.ts'

test('without a word everything is drawn; with one, the screens whose name holds it', () => {
  expect(wanted(screens, readWishes([]).only)).toEqual(screens)
  const { only } = readWishes(['--only', 'dash', '--only', 'support'])
  const names = wanted(screens, only).map(({ name }) => name)
  expect(names).toContain('dashboard')
  expect(names).toContain('support')
  expect(names).not.toContain('sign in')
})

test('a screen that does not exist is answered with those that do', () => {
  expect(() => wanted(screens, ['vault'])).toThrow(/No screen is called vault. There are: sign in, /)
})

test('a wish nobody knows is answered with those that are known', () => {
  expect(() => readWishes(['--colour', 'red'])).toThrow(/--against FOLDER/)
})
