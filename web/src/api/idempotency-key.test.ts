import type { Problem } from '@bank/contract/errors'
import { expect, test, vi } from 'vitest'
import { hasActedBefore, type Intention, sendOnce, settle, uncertainKey } from './idempotency-key.ts'

const transfer: Intention = { person: 'alice', purpose: 'transfer' }

const answered = async (key: string) => key
/** Sends one attempt that gets no answer, and gives its key. */
async function lose(intention: Intention): Promise<string> {
  let sent = ''
  const send = (key: string) => {
    sent = key
    return Promise.reject(new TypeError('connection lost'))
  }
  await expect(sendOnce(intention, send)).rejects.toThrow('connection lost')
  return sent
}
function refusal(code: string, status: number): Partial<Problem> {
  return { code: code as Problem['code'], status, detail: code }
}
async function refuse(intention: Intention, problem: Partial<Problem>): Promise<void> {
  await expect(sendOnce(intention, () => Promise.reject(problem))).rejects.toBe(problem)
}

test('two answered attempts have two keys', async () => {
  expect(await sendOnce(transfer, answered)).not.toBe(await sendOnce(transfer, answered))
})

test('an unanswered attempt is repeated under its key, also after a reload, until it is answered', async () => {
  const key = await lose(transfer)
  expect(await lose(transfer)).toBe(key)
  // A reload: every module is new, and the tab's storage is not.
  vi.resetModules()
  const reloaded = await import('./idempotency-key.ts')
  expect(reloaded.uncertainKey(transfer)).toBe(key)
  expect(await reloaded.sendOnce(transfer, answered)).toBe(key)
  expect(await reloaded.sendOnce(transfer, answered)).not.toBe(key)
})

test('a key is stored before its request leaves, and nothing else is', async () => {
  await sendOnce(transfer, async (key) =>
    expect({ ...sessionStorage }).toEqual({ 'transferId of alice': key }),
  )
  expect(sessionStorage).toHaveLength(0)
})

test('two attempts at once share one key', async () => {
  const first = Promise.withResolvers<void>()
  const keys: string[] = []
  const send = async (key: string) => {
    keys.push(key)
    await first.promise
  }
  const both = Promise.all([sendOnce(transfer, send), sendOnce(transfer, send)])
  first.resolve()
  await both
  expect(keys[0]).toBe(keys[1])
})

test('two people who sign in to one tab have keys of their own', async () => {
  const alices = await lose(transfer)
  expect(await sendOnce({ ...transfer, person: 'bruno' }, answered)).not.toBe(alices)
  expect(uncertainKey(transfer)).toBe(alices)
})

test('two purposes of one person have keys of their own', async () => {
  const funding: Intention = { person: 'clara', purpose: 'funding of alice' }
  const key = await lose(funding)
  expect(await sendOnce({ ...funding, purpose: 'funding of bruno' }, answered)).not.toBe(key)
  expect(uncertainKey(funding)).toBe(key)
})

test('another tab has a key of its own, and a duplicated tab repeats under the uncertain one', async () => {
  const key = await lose(transfer)
  const copy = { ...sessionStorage }
  vi.stubGlobal('sessionStorage', storageWith({}))
  expect(uncertainKey(transfer)).toBeNull()
  expect(await sendOnce(transfer, answered)).not.toBe(key)
  vi.stubGlobal('sessionStorage', storageWith(copy))
  expect(await sendOnce(transfer, answered)).toBe(key)
})

test('a refusal of the only attempt frees the key', async () => {
  await refuse(transfer, refusal('balance_insufficient', 422))
  expect(uncertainKey(transfer)).toBeNull()
})

test('a refusal after an unanswered attempt keeps the key: the first attempt may still be carried out', async () => {
  const key = await lose(transfer)
  await refuse(transfer, refusal('too_many_attempts', 429))
  expect(uncertainKey(transfer)).toBe(key)
})

test('an error of the bank itself keeps the key', async () => {
  for (const problem of [
    refusal('outcome_unknown', 503),
    refusal('internal', 500),
    refusal('timeout', 408),
  ]) {
    await refuse(transfer, problem)
    expect(uncertainKey(transfer)).not.toBeNull()
    settle(transfer)
  }
})

test('changed contents, which the bank refuses under a used key, get a new key the next time', async () => {
  const key = await lose(transfer)
  const reused = refusal('id_reused', 422)
  await refuse(transfer, reused)
  expect(hasActedBefore(reused)).toBe(true)
  expect(await sendOnce(transfer, answered)).not.toBe(key)
})

test('a late answer does not free the key of the next intention', async () => {
  const late = Promise.withResolvers<void>()
  const first = sendOnce(transfer, () => late.promise)
  settle(transfer)
  const second = await lose(transfer)
  late.resolve()
  await first
  expect(uncertainKey(transfer)).toBe(second)
})

test('a browser that refuses storage keeps the key until the page is reloaded', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const key = await lose(transfer)
  expect(await sendOnce(transfer, answered)).toBe(key)
  expect(uncertainKey(transfer)).toBeNull()
})

function storageWith(items: Record<string, string>): Partial<Storage> {
  const stored = new Map(Object.entries(items))
  return {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, text) => void stored.set(name, text),
    removeItem: (name) => void stored.delete(name),
  }
}
