import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { control } from '../../test/transfer-form.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { TransferForm } from '../transfers/transfer-form.tsx'
import { TransferReceipt } from '../transfers/transfer-receipt.tsx'

beforeEach(() => {
  dropDraft('transfer')
})

describe('picking a saved beneficiary', () => {
  test('a picked beneficiary fills in the payee and their bank only, and moves the focus to the amount', async () => {
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

  test('a picked beneficiary removes the errors of the fields it fills in', async () => {
    await open([erik])
    await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
    await waitFor(() => expect(document.querySelector('#account_name-error')).not.toBeNull())
    await userEvent.click(pickButton('Erik Holm'))
    await waitFor(() => expect(document.querySelector('#account_name-error')).toBeNull())
    expect(document.querySelector('#amount-error')).not.toBeNull()
  })

  test('the list of beneficiaries is one tab stop, and the arrow keys reach each row', async () => {
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

describe('the list of beneficiaries', () => {
  test('an empty list of beneficiaries says how to save one', async () => {
    await open([])
    expect(await screen.findByText(/None yet. Save someone from a receipt/)).toBeDefined()
  })

  test('a list of beneficiaries that failed to load can be loaded again beside a usable form', async () => {
    const { bank } = await open(undefined)
    expect(await screen.findByText(/Your beneficiaries could not be loaded/)).toBeDefined()
    expect(control('account_name')).not.toBeNull()
    const before = bank.requestsTo('GET /api/beneficiaries').length
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(bank.requestsTo('GET /api/beneficiaries')).toHaveLength(before + 1)
  })

  test('a long list of beneficiaries can be searched by name, bank and number', async () => {
    await open([mother, ...Array.from({ length: 8 }, (_, n) => ({ ...erik, id: `${n}`, name: `Erik ${n}` }))])
    const box = await screen.findByLabelText('Find a beneficiary')
    await userEvent.type(box, '123 456')
    expect(rows()).toHaveLength(1)
    expect(pickButton('Mother')).toBeDefined()
    await userEvent.clear(box)
    await userEvent.type(box, 'unknown')
    expect(screen.getByText(/No beneficiaries found for/).textContent).toContain('unknown')
  })

  test('a beneficiary can be renamed, and a blank name is refused on its field', async () => {
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
    // The transfer form around it is not sent.
    expect(bank.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
      `/api/beneficiaries/${erik.id}/name`,
    ])
  })

  test('a beneficiary is removed only after a confirmation that starts at Cancel', async () => {
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
  test('a receipt saves its beneficiary once and says under which name', async () => {
    const { saved } = await open([], `/transfer?step=receipt&tx=${toErik().id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Save this beneficiary' }))
    const outcome = await screen.findByText(/Saved among your beneficiaries as/)
    expect(outcome.textContent).toBe('Saved among your beneficiaries as Erik Holm.')
    expect(document.activeElement).toBe(outcome)
    expect(saved()).toMatchObject([{ accountNumber: '9876543210' }])
    expect(screen.queryByRole('button', { name: 'Save this beneficiary' })).toBeNull()
  })

  test('a receipt recognises a saved beneficiary however the account number is written', async () => {
    const written = { ...erik, name: 'Erik', accountNumber: '987 654 3210', bankName: 'northern  savings' }
    await open([written], `/transfer?step=receipt&tx=${toErik().id}`)
    expect(await screen.findByText(/Saved among your beneficiaries as/)).toBeDefined()
  })

  test('a receipt says why its beneficiary cannot be saved', async () => {
    await open([], `/transfer?step=receipt&tx=${toErik().id}`, () =>
      refused('beneficiaries_too_many', { most: 100 }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Save this beneficiary' }))
    expect(await screen.findByText(/You can save at most 100 beneficiaries/)).toBeDefined()
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

/** Opens the form, or a receipt, of a user with these beneficiaries; undefined is a list that fails to load. */
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
