import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { control } from '../../test/transfer-form.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { TransferForm } from '../transfers/transfer-form.tsx'
import { TransferReceipt } from '../transfers/transfer-receipt.tsx'

beforeEach(() => {
  sessionStorage.clear()
  dropDraft('transfer')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('picking a saved beneficiary', () => {
  test('fills in whom the transfer goes to and nothing else, and leads to the amount', async () => {
    await open([erik, mother])
    await userEvent.type(control('transaction_pin'), '1234')
    await userEvent.click(pickButton('Mother'))
    const filled = Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>('form input[name]')].map(({ name, value }) => [
        name,
        value,
      ]),
    )
    expect(filled).toEqual({
      account_name: 'Vera Moreno',
      account_number: '1234567890',
      bank_name: 'Harbour Bank',
      bank_address: 'Quay 1',
      swift_code: 'FHBKUS33',
      routing_number: '011000015',
      amount: '',
      transaction_pin: '1234',
    })
    expect(document.activeElement).toBe(control('amount'))
    expect(screen.getByText('Mother is filled in. Enter the amount.')).toBeDefined()
  })

  test('takes back the complaints about the fields it fills', async () => {
    await open([erik])
    await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
    await waitFor(() => expect(document.querySelector('#account_name-error')).not.toBeNull())
    await userEvent.click(pickButton('Erik Holm'))
    await waitFor(() => expect(document.querySelector('#account_name-error')).toBeNull())
    expect(document.querySelector('#amount-error')).not.toBeNull()
  })

  test('is one stop of the Tab key, and the arrows reach everybody', async () => {
    await open([erik, mother, rent])
    const tabStops = () =>
      rows()
        .flatMap((row) => within(row).queryAllByRole('button'))
        .filter(({ tabIndex }) => tabIndex === 0).length
    expect(tabStops()).toBe(3)
    pickButton('Erik Holm').focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(pickButton('Rent'))
    await userEvent.keyboard('{Home}{ArrowDown}')
    expect(document.activeElement).toBe(pickButton('Mother'))
    expect(tabStops()).toBe(3)
    await userEvent.keyboard('{Enter}')
    expect(control('account_name').value).toBe('Vera Moreno')
  })
})

describe('the list', () => {
  test('says that nobody is saved yet, and how to save somebody', async () => {
    await open([])
    expect(await screen.findByText(/None yet. After a transfer, its receipt lets you save/)).toBeDefined()
  })

  test('that cannot be loaded leaves the form alone and can be asked for again', async () => {
    const { bank } = await open(undefined)
    expect(await screen.findByText(/They could not be loaded/)).toBeDefined()
    expect(control('account_name')).not.toBeNull()
    const before = bank.askedFor('GET /api/beneficiaries').length
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(bank.askedFor('GET /api/beneficiaries')).toHaveLength(before + 1)
  })

  test('that is long can be searched by name, bank and number', async () => {
    await open([mother, ...Array.from({ length: 8 }, (_, n) => ({ ...erik, id: `${n}`, name: `Erik ${n}` }))])
    const box = await screen.findByLabelText('Find a beneficiary')
    await userEvent.type(box, '123 456')
    expect(rows()).toHaveLength(1)
    expect(pickButton('Mother')).toBeDefined()
    await userEvent.clear(box)
    await userEvent.type(box, 'nobody')
    expect(screen.getByText(/Nobody found for/).textContent).toContain('nobody')
  })

  test('calls a beneficiary what the customer wants, and refuses a blank name on its field', async () => {
    const { bank, saved } = await open([erik])
    await userEvent.click(screen.getByRole('button', { name: 'Rename Erik Holm' }))
    const dialog = await screen.findByRole('dialog')
    const name = within(dialog).getByLabelText('Name')
    expect(document.activeElement).toBe(name)
    await userEvent.clear(name)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Name is required')).toBeDefined()
    await userEvent.type(name, 'My landlord')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByRole('button', { name: 'Rename My landlord' })).toBeDefined()
    expect(saved()).toMatchObject([{ name: 'My landlord', accountName: 'Erik Holm' }])
    // The transfer form around it has not been sent.
    expect(bank.asked.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
      `/api/beneficiaries/${erik.id}/name`,
    ])
  })

  test('forgets a beneficiary only after it has asked, with Cancel first', async () => {
    const { saved } = await open([erik])
    await userEvent.click(screen.getByRole('button', { name: 'Remove Erik Holm' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Erik Holm will no longer be on your list')
    expect(document.activeElement?.textContent).toBe('Cancel')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(saved()).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Erik Holm' }))

    await userEvent.click(screen.getByRole('button', { name: 'Remove Erik Holm' }))
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
    )
    expect(await screen.findByText(/None yet/)).toBeDefined()
    expect(document.activeElement?.id).toBe('beneficiaries-title')
  })
})

describe('a receipt', () => {
  test('saves whom the transfer went to, once, and says under which name', async () => {
    const { saved } = await open([], `/transfer?step=receipt&tx=${toErik().id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Save this beneficiary' }))
    const outcome = await screen.findByText(/Saved among your beneficiaries as/)
    expect(outcome.textContent).toBe('Saved among your beneficiaries as Erik Holm.')
    expect(document.activeElement).toBe(outcome)
    expect(saved()).toMatchObject([{ accountNumber: '9876543210' }])
    expect(screen.queryByRole('button', { name: 'Save this beneficiary' })).toBeNull()
  })

  test('knows who is saved already, however the account is written', async () => {
    const written = { ...erik, name: 'Erik', accountNumber: '987 654 3210', bankName: 'northern  savings' }
    await open([written], `/transfer?step=receipt&tx=${toErik().id}`)
    expect(await screen.findByText(/Saved among your beneficiaries as/)).toBeDefined()
  })

  test('says why somebody cannot be saved', async () => {
    await open([], `/transfer?step=receipt&tx=${toErik().id}`, () =>
      refused('beneficiaries_too_many', { most: 100 }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Save this beneficiary' }))
    expect(await screen.findByText(/You have 100 saved beneficiaries/)).toBeDefined()
  })
})

const erik: SavedBeneficiary = {
  id: '0198c0de-0000-7000-8000-0000000be001',
  name: 'Erik Holm',
  ...toErik().beneficiary!,
}
const mother: SavedBeneficiary = {
  id: '0198c0de-0000-7000-8000-0000000be002',
  name: 'Mother',
  accountName: 'Vera Moreno',
  accountNumber: '1234567890',
  bankName: 'Harbour Bank',
  bankAddress: 'Quay 1',
  swiftCode: 'FHBKUS33',
  routingNumber: '011000015',
}
const rent: SavedBeneficiary = { ...erik, id: '0198c0de-0000-7000-8000-0000000be003', name: 'Rent' }

/** Opens the form, or a receipt, of somebody with these on their list; undefined is a list that cannot be had. */
async function open(list: SavedBeneficiary[] | undefined, path = '/transfer', onSave?: () => Response) {
  let kept = list
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/transactions/:id': () => toErik(),
    'GET /api/beneficiaries': () => (kept ? { beneficiaries: kept } : refused('busy')),
    'POST /api/beneficiaries': () => {
      if (onSave) return onSave()
      kept = [erik]
      return erik
    },
    [`PUT /api/beneficiaries/${erik.id}/name`]: ({ body }) => {
      kept = kept?.map((one) => ({ ...one, name: body.name! }))
      return new Response(null, { status: 204 })
    },
    'DELETE /api/beneficiaries/:id': () => {
      kept = []
      return new Response(null, { status: 204 })
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  const isReceipt = path.includes('receipt')
  visit(path, isReceipt ? <TransferReceipt id={toErik().id} /> : <TransferForm me={alice()} />)
  if (!isReceipt && list?.length) await waitFor(() => expect(rows()).not.toEqual([]))
  return { bank, saved: () => kept }
}

function rows(): HTMLElement[] {
  return within(screen.getByRole('region', { name: /Saved beneficiaries/ })).queryAllByRole('listitem')
}

function pickButton(name: string): HTMLElement {
  return screen.getByRole('button', { name: new RegExp(`^${name}\\s*\\d`) })
}
