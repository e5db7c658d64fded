import { pageList } from '@bank/contract/pages'
import { expect, test } from 'vitest'
import { screens } from './screens.ts'

test('no two screens, and no two states of a screen, have one name; the usual state comes first', () => {
  const names = screens.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, states } of screens) {
    expect(new Set(states.map((state) => state.name)).size, name).toBe(states.length)
    expect(states[0]?.name, name).toBe('usual')
  }
})

test('names make file names', () => {
  const named = screens.flatMap(({ name, states }) => [name, ...states.map((state) => state.name)])
  expect(named.filter((name) => !/^[a-z0-9]+( [a-z0-9]+)*$/.test(name))).toEqual([])
})

test('every page of the bank has a screen', () => {
  const shown = screens.map(({ path }) => path)
  const missing = pageList.filter(({ path }) => !path.includes(':') && !shown.includes(path))
  expect(missing).toEqual([])
})
