import { expect, test } from 'vitest'
import { localAddresses } from './addresses.ts'
import { treeOf } from './tree.ts'

// Put together here, so that this file does not itself name such places.
const home = `${'/'}root/bank`
const registry = `https:${'/'}/registry.example.com/react.tgz`

test('a folder of one machine is found, a URL is not', () => {
  expect(localAddresses(treeOf({ 'README.md': `cd ${home}` }))).toHaveLength(1)
  expect(
    localAddresses(treeOf({ 'README.md': 'See https://example.com/root/bank and web/src/home/page.' })),
  ).toEqual([])
})

test('the lock file names no registry', () => {
  expect(localAddresses(treeOf({ 'package-lock.json': `"resolved": "${registry}"` }))).not.toEqual([])
  expect(localAddresses(treeOf({ 'package-lock.json': '"resolved": "ledger", "link": true' }))).toEqual([])
})
