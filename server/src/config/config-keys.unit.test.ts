import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'truepenny-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const key = 'a key of the tests, long enough for a bank'
const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })

test('the previous key can be read from a file, too', () => {
  const file = join(dataDir, 'previous')
  writeFileSync(file, 'the key of last year, also long enough\n')
  expect(read({ SECRET_KEY: key, SECRET_KEY_PREVIOUS_FILE: file }).secretKeyPrevious).toBe(
    'the key of last year, also long enough',
  )
})

describe('the key of a bank with the embedded PostgreSQL', () => {
  test('the key of an embedded database is made once, readable by its owner only, and the same at the next start', () => {
    const { secretKey } = read()
    expect(Buffer.byteLength(secretKey)).toBeGreaterThanOrEqual(32)
    expect(read().secretKey).toBe(secretKey)
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe(`${secretKey}\n`)
  })

  test('no key is made when another setting is wrong', () => {
    expect(() => read({ TICKER: 'maybe' })).toThrow('TICKER')
    expect(existsSync(join(dataDir, 'secret-key'))).toBe(false)
  })

  test('a damaged key file is not replaced', () => {
    writeFileSync(join(dataDir, 'secret-key'), 'torn')
    expect(() => read()).toThrow('DATA_DIR cannot be used: ')
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe('torn')
  })
})
