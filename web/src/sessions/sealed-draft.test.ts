import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dropDraft, dropDrafts, dropDraftsOfOthers, hasDraft } from './kept-drafts.ts'
import { readStoredDraft, storeDraft } from './sealed-draft.ts'

const alice = { user: { id: 'alice' }, draftKey: btoa('a key of the bank, for Alice ...') }
const bruno = { user: { id: 'bruno' }, draftKey: btoa('a key of the bank, for Bruno ...') }
const fields = { account_name: 'Erik Holm', account_number: '9876 543 210', amount: '40.00' }

const stored = () => sessionStorage.getItem('drafts')

beforeEach(async () => {
  await storeDraft('transfer', alice, fields)
  expect(stored()).not.toBeNull()
})

afterEach(dropDrafts)

describe('a draft in the storage of the tab', () => {
  test('a stored draft is given back to its owner, also in a later session', async () => {
    expect(hasDraft('alice')).toBe(true)
    dropDraftsOfOthers('alice')
    expect(await readStoredDraft('transfer', { ...alice })).toEqual(fields)
  })

  test('nothing of a draft can be read in the storage, decoded or not, and its key is not there', async () => {
    await storeDraft('transfer from 5550001234', alice, fields)
    const { sealed, ...rest } = JSON.parse(stored()!) as Record<string, string>
    expect(rest).toEqual({ owner: 'alice' })
    for (const text of [stored()!, atob(sealed!)]) {
      for (const secret of [
        ...Object.keys(fields),
        ...Object.values(fields),
        '9876543210',
        'a key of the bank',
      ])
        expect(text).not.toContain(secret)
    }
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(alice.draftKey)
  })

  test('a look for a draft lets the first one be stored that is still being encrypted', async () => {
    dropDrafts()
    const storing = storeDraft('transfer', alice, fields)
    expect(await readStoredDraft('transfer', alice)).toBeUndefined()
    await storing
    expect(await readStoredDraft('transfer', alice)).toEqual(fields)
  })

  test('the same draft is encrypted anew each time', async () => {
    const before = stored()
    await storeDraft('transfer', alice, fields)
    expect(stored()).not.toBe(before)
  })

  for (const [reader, session] of [
    ['a session without a key', { user: alice.user }],
    ['the key of another user', { ...alice, draftKey: bruno.draftKey }],
    ['another user', bruno],
  ] as const) {
    test(`a copied draft cannot be read with ${reader}`, async () => {
      expect(await readStoredDraft('transfer', session)).toBeUndefined()
    })
  }

  test('a draft that was changed, or is of another form, is not read and dropped', async () => {
    const draft = JSON.parse(stored()!) as { sealed: string }
    const changed = btoa(
      atob(draft.sealed).replace(/.$/s, (last) => String.fromCharCode(last.charCodeAt(0) ^ 1)),
    )
    for (const [form, sealed] of [
      ['transfer', changed],
      ['transfer', ''],
      ['transfer', '%'],
      ['transfer from 5550001234', draft.sealed],
    ] as const) {
      sessionStorage.setItem('drafts', JSON.stringify({ ...draft, sealed }))
      expect(await readStoredDraft(form, alice)).toBeUndefined()
      expect(stored()).toBeNull()
    }
  })

  test('a draft stays stored for its owner until another user signs in', () => {
    dropDraftsOfOthers('alice')
    expect(stored()).not.toBeNull()
    dropDraftsOfOthers('bruno')
    expect(stored()).toBeNull()
  })

  for (const [what, drop] of [
    ['sent', () => dropDraft('transfer')],
    ['dropped by a logout', () => dropDrafts()],
  ] as const) {
    test(`a draft that is ${what} leaves nothing in the storage, also while one is being encrypted`, async () => {
      const storing = storeDraft('transfer', alice, fields)
      drop()
      await storing
      expect(stored()).toBeNull()
    })
  }

  test('a form that was sent leaves the draft of another form', async () => {
    dropDraft('letter')
    expect(await readStoredDraft('transfer', alice)).toEqual(fields)
  })
})

describe('a storage that cannot be used', () => {
  const clear = JSON.stringify([{ form: 'transfer', owner: 'alice', fields }])
  for (const bad of ['{', 'null', '5', '{}', '"drafts"', '[null]', '{"sealed":5}', clear]) {
    test(`${bad} in the storage is no draft and no error, and is dropped`, async () => {
      for (const drop of [
        () => readStoredDraft('transfer', alice),
        () => dropDraftsOfOthers('alice'),
        () => dropDrafts(),
      ]) {
        sessionStorage.setItem('drafts', bad)
        expect(hasDraft('alice')).toBe(false)
        expect(await drop()).toBeUndefined()
        expect(stored()).toBeNull()
      }
    })
  }

  test('nothing is stored where the browser does not encrypt, or the bank sends no key', async () => {
    dropDrafts()
    await storeDraft('transfer', { user: alice.user }, fields)
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await storeDraft('transfer', alice, fields)
    expect(stored()).toBeNull()
  })

  test('without a storage a draft survives in the memory of the page, encrypted', async () => {
    vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    })
    await storeDraft('transfer', alice, { amount: '7' })
    expect(await readStoredDraft('transfer', alice)).toEqual({ amount: '7' })
    dropDraft('transfer')
    expect(await readStoredDraft('transfer', alice)).toBeUndefined()
  })
})
