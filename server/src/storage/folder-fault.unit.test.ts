import { expect, test } from 'vitest'
import { folderFault } from './folder-fault.ts'

const faultOf = (code: string) => folderFault(Object.assign(new Error(code), { code }), '/backups')

for (const [code, reason] of [
  ['ENOSPC', 'its disk is full'],
  ['EROFS', 'its disk is read-only'],
  ['EIO', 'its disk reports an error'],
] as const) {
  test(`a folder that cannot be written because of ${code} is named with the reason`, () => {
    expect(faultOf(code)).toMatchObject({ message: `/backups cannot be written: ${reason}.` })
  })
}

test('an error that is not of the disk stays as it is', () => {
  const error = new Error('PostgreSQL found damaged pages')
  expect(folderFault(error, '/backups')).toBe(error)
})
