import { expect, test } from 'vitest'
import { choose } from './command.ts'

const names = ['dashboard', 'support', 'sign in']
const chosen = (...words: string[]) => choose(names, words, (name) => name)

test('without --only everything is chosen, with it the names that contain a word', () => {
  expect(chosen()).toEqual(names)
  expect(chosen('dash', 'sup')).toEqual(['dashboard', 'support'])
  expect(choose(names, ['sup'], String, (name, word) => name.startsWith(word))).toEqual(['support'])
})

test('a word of --only that chooses nothing is an error that lists the names', () => {
  expect(() => chosen('dash', 'vault')).toThrow(
    '--only vault chooses nothing of: dashboard, support, sign in',
  )
})
