import { pageList } from '@bank/contract/pages'
import { expect, test } from 'vitest'
import { screens } from './screens.ts'

test('the names of screens, and of the states of a screen, are unique; the usual state is the first', () => {
  const names = screens.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, states } of screens) {
    expect(new Set(states.map((state) => state.name)).size, name).toBe(states.length)
    expect(states[0]?.name, name).toBe('usual')
  }
})

test('the names of screens and states can be names of files', () => {
  const names = screens.flatMap(({ name, states }) => [name, ...states.map((state) => state.name)])
  expect(names.filter((name) => !/^[a-z0-9]+( [a-z0-9]+)*$/.test(name))).toEqual([])
})

test('every page of the bank has a screen', () => {
  const paths = screens.map(({ path }) => path)
  expect(pageList.filter(({ path }) => !path.includes(':') && !paths.includes(path))).toEqual([])
})
