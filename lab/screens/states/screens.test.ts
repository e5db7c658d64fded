import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('every address of the bank has a screen', () => {
  const routes = readFileSync(join(import.meta.dirname, '../../../web/src/routes.tsx'), 'utf8')
  const addresses = [...routes.matchAll(/<Route path="(\/[^":]*)"/g)].map(([, address]) => address)
  const shown = screens.map(({ path }) => path)
  expect(addresses.length).toBeGreaterThan(15)
  expect(addresses.filter((address) => !shown.includes(address!))).toEqual([])
})
