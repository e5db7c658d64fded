import type { RecentBeneficiary, SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { control } from '../../test/transfer-form.ts'
import { dropDraft, keepDraft } from '../sessions/kept-drafts.ts'
import { TransactionDetails } from '../transactions/transaction-details.tsx'
import { TransferPage } from '../transfers/transfer-page.tsx'

beforeEach(() => {
  dropDraft('transfer')
})

describe('choosing whom to pay', () => {
  test('a customer with payees is asked first whom to pay, and a chosen one fills in the form', async () => {
    const { address } = await open({ saved: [erik, mother] })
    expect(control('account_name')).toBeNull()
    await userEvent.click(payeeLink('Mother'))
    expect(address()).toBe(`/transfer?to=${mother.id}`)
    await waitFor(() => expect(document.activeElement).toBe(control('amount')))
    expect(await screen.findByText('Mother')).toBeDefined()
    expect(filledIn()).toEqual({
      account_name: 'Vera Moreno',
      account_number: '1234 567 890',
      bank_name: 'Harbour Bank',
      bank_address: 'Quay 1',
      swift_code: 'FHBKUS33',
      routing_number: '011000015',
      amount: '',
      reference: '',
      transaction_pin: '',
    })
    expect(control('account_name').closest('fieldset')?.hidden).toBe(true)
  })

  test('a chosen payee needs only an amount and the PIN, and the review leads back to the same form', async () => {
    const { address } = await open({ saved: [mother] })
    await userEvent.click(payeeLink('Mother'))
    await waitFor(() => expect(control('amount')).not.toBeNull())
    for (const [name, value] of [
      ['amount', '12.50'],
      ['transaction_pin', '1234'],
    ] as const) {
      fireEvent.change(control(name), { target: { value } })
    }
    await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Change this transfer' }))
    expect(address()).toBe(`/transfer?to=${mother.id}`)
    await waitFor(() => expect(document.activeElement).toBe(control('amount')))
  })

  test('Change beside a chosen payee leads back to the choice', async () => {
    const { address } = await open({ saved: [mother, erik], path: `/transfer?to=${mother.id}` })
    await userEvent.click(await screen.findByRole('link', { name: 'Change payee' }))
    expect(address()).toBe('/transfer')
    await userEvent.click(payeeLink(erik.name))
    await waitFor(() => expect(control('account_name').value).toBe(erik.accountName))
    expect(address()).toBe(`/transfer?to=${erik.id}`)
  })

  test('someone new opens the whole form without the payee chosen before, and keeps what was typed by hand', async () => {
    await open({ saved: [mother], path: `/transfer?to=${mother.id}` })
    await screen.findByRole('link', { name: 'Change payee' })
    cleanup()
    await open({ saved: [mother] })
    await userEvent.click(screen.getByRole('link', { name: /Someone new/ }))
    await waitFor(() => expect(control('account_name').value).toBe(''))
    fireEvent.change(control('account_name'), { target: { value: 'Erik H' } })
    cleanup()
    await open({ saved: [mother] })
    await userEvent.click(await screen.findByRole('link', { name: /Someone new.*Continue with Erik H/ }))
    await waitFor(() => expect(control('account_name').value).toBe('Erik H'))
  })

  test('an amount and a reference typed for one payee do not go to another one, and stay with the same one', async () => {
    const typed = () => [control('amount').value, control('reference').value]
    const choose = async (name: string) => {
      await open({ saved: [erik, mother] })
      await userEvent.click(payeeLink(name))
      await waitFor(() => expect(control('amount')).not.toBeNull())
    }
    await choose('Mother')
    fireEvent.change(control('amount'), { target: { value: '12.50' } })
    fireEvent.change(control('reference'), { target: { value: 'Happy birthday' } })
    cleanup()
    await choose('Mother')
    expect(typed()).toEqual(['12.50', 'Happy birthday'])
    cleanup()
    await choose(erik.name)
    await waitFor(() => expect(typed()).toEqual(['', '']))
    fireEvent.change(control('amount'), { target: { value: '7.00' } })
    cleanup()
    await open({ saved: [erik, mother] })
    await userEvent.click(screen.getByRole('link', { name: /Someone new/ }))
    await waitFor(() => expect(typed()).toEqual(['', '']))
  })

  test('a recent payee is offered and filled in, also one of an older transfer by its id', async () => {
    await open({ recent: [recent] })
    await userEvent.click(payeeLink('Erik Holm'))
    await waitFor(() => expect(control('account_number').value).toBe('9876 543 210'))
    cleanup()
    dropDraft('transfer')
    await open({ path: `/transfer?to=${toErik().id}` })
    await screen.findByRole('link', { name: 'Change payee' })
    expect(control('account_name').value).toBe('Erik Holm')
  })

  test('a transfer that is sent again opens with its amount and reference, which can be typed over', async () => {
    const again = { payee: toErik().id, amount: '12.50', reference: 'March rent' }
    keepDraft('transfer', undefined, again)
    await open({ path: `/transfer?to=${toErik().id}` })
    await screen.findByRole('link', { name: 'Change payee' })
    expect(filledIn()).toMatchObject({ account_name: 'Erik Holm', amount: '12.50', reference: 'March rent' })
    expect(screen.getByText('You’re sending $12.50')).toBeDefined()
    cleanup()
    dropDraft('transfer')
    keepDraft('transfer', undefined, again)
    await open({ saved: [mother], path: `/transfer?to=${mother.id}` })
    await screen.findByRole('link', { name: 'Change payee' })
    expect(filledIn()).toMatchObject({ account_name: mother.accountName, amount: '', reference: '' })
  })

  test('an unknown payee in the URL leads to the choice', async () => {
    const { address } = await open({ saved: [mother], path: '/transfer?to=removed' })
    await waitFor(() => expect(address()).toBe('/transfer'))
    expect(await screen.findByText('Who do you want to pay?')).toBeDefined()
  })

  test('a customer without payees sees the whole form at once, and how to save one', async () => {
    await open({})
    expect(control('account_name')).not.toBeNull()
    expect(await screen.findByText(/Save someone from a receipt after you pay them/)).toBeDefined()
  })

  test('a form in use is not replaced when the first payee appears', async () => {
    const { client, add } = await open({})
    add(mother)
    await client.invalidateQueries()
    expect(control('account_name')).not.toBeNull()
    expect(screen.queryByText('Who do you want to pay?')).toBeNull()
  })

  test('a list of payees that failed to load can be loaded again beside a usable form', async () => {
    const { bank } = await open({ saved: undefined })
    expect(await screen.findByText(/Your payees could not be loaded/)).toBeDefined()
    expect(control('account_name')).not.toBeNull()
    const before = bank.requestsTo('GET /api/beneficiaries').length
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(bank.requestsTo('GET /api/beneficiaries')).toHaveLength(before + 1)
  })

  test('the list of saved payees is one tab stop, and the arrow keys reach each row', async () => {
    await open({ saved: [erik, mother, rent] })
    const tabStops = () =>
      [...list().querySelectorAll<HTMLElement>('a, button')].filter(({ tabIndex }) => tabIndex === 0).length
    expect(tabStops()).toBe(2)
    payeeLink('Erik Holm').focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(payeeLink('Rent'))
    await userEvent.keyboard('{Home}{ArrowDown}')
    expect(document.activeElement).toBe(payeeLink('Mother'))
    expect(tabStops()).toBe(2)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(control('account_name').value).toBe('Vera Moreno'))
  })

  test('a long list of payees can be searched by name, bank and number', async () => {
    const many = Array.from({ length: 8 }, (_, n) => ({ ...erik, id: `${n}`, name: `Erik ${n}` }))
    await open({ saved: [mother, ...many], recent: [recent] })
    const box = await screen.findByLabelText('Find a payee')
    fireEvent.change(box, { target: { value: '123 456' } })
    expect(within(list()).getAllByRole('listitem')).toHaveLength(1)
    expect(payeeLink('Mother')).toBeDefined()
    expect(screen.queryByText('Paid recently')).toBeNull()
    fireEvent.change(box, { target: { value: 'unknown' } })
    expect(screen.getByText(/No payees found for/).textContent).toContain('unknown')
  })
})

describe('a payment that was typed for another payee', () => {
  const lateRent = 'Rent, late again'

  test('after a refused review the next payee shows nothing that was typed or said about the one before', async () => {
    const { go } = await open({ saved: [erik, mother], onSend: () => refused('balance_insufficient') })
    await pay('Mother', { amount: '150.00', reference: lateRent, transaction_pin: '1234' })
    expect((await screen.findByRole('alert')).textContent).toContain('You can send up to $100.00.')
    await go(-1)
    expect(control('amount').value).toBe('150.00')
    await go(-1)
    expectNothingOf('150.00')
    await choose('Erik Holm')
    expectNothingOf('150.00')
    expect(filledIn()).toMatchObject({ amount: '', reference: '', transaction_pin: '' })
    type({ amount: '7', transaction_pin: '1234' })
    expect(screen.getByText('You’re sending $7.00')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
    await screen.findByRole('button', { name: 'Confirm transfer' })
    expect(document.body.textContent).not.toContain('150.00')
  })

  test('a refusal that is about no field is not repeated on the review of the next payee', async () => {
    const { go } = await open({
      saved: [erik, mother],
      onSend: () => refused('too_many_attempts', { minutes: 3 }),
    })
    await pay('Mother', { amount: '15.00', transaction_pin: '1234' })
    const refusal = (await screen.findByRole('alert')).textContent!
    await go(-2)
    await review('Erik Holm', { amount: '7', transaction_pin: '1234' })
    expect(document.body.textContent).not.toContain(refusal)
  })

  test('an amount typed before the account of someone new does not go to a saved payee', async () => {
    const { go } = await open({ saved: [mother] })
    await userEvent.click(screen.getByRole('link', { name: /Someone new/ }))
    await waitFor(() => expect(control('amount')).not.toBeNull())
    type({ amount: '150', reference: lateRent })
    await go(-1)
    expectNothingOf('150')
    await choose('Mother')
    expectNothingOf('150')
    await go(-1)
    await userEvent.click(screen.getByRole('link', { name: /Someone new/ }))
    expectNothingOf('150')
  })

  test('an amount does not go to a payee with the same account number at another bank', async () => {
    const { go } = await open({ saved: [mother, { ...erik, accountNumber: mother.accountNumber }] })
    await choose('Mother')
    type({ amount: '150' })
    await go(-1)
    await choose('Erik Holm')
    expectNothingOf('150')
  })

  test('Back to the whole form of someone new does not bring the payee chosen meanwhile', async () => {
    const { go } = await open({ saved: [mother], path: '/transfer?to=new' })
    await screen.findByText('Account name')
    await go('/transfer')
    await choose('Mother')
    type({ amount: '150' })
    await go(-2)
    expectNothingOf('150')
    expect(new Set(Object.values(filledIn()))).toEqual(new Set(['']))
  })

  test('a form that is left and opened at another payee shows nothing of the one before', async () => {
    await open({ saved: [erik, mother] })
    await choose('Mother')
    type({ amount: '150' })
    cleanup()
    await open({ saved: [erik, mother], path: `/transfer?to=${erik.id}` })
    await screen.findByRole('link', { name: 'Change payee' })
    expectNothingOf('150')
  })

  test('the reviewed amount stays when the review leads back to its form', async () => {
    const { go } = await open({ saved: [mother] })
    await review('Mother', { amount: '15.00', transaction_pin: '1234' })
    await userEvent.click(screen.getByRole('link', { name: 'Change this transfer' }))
    expect(filledIn()).toMatchObject({ bank_address: mother.bankAddress, amount: '15.00' })
    await go(-1)
    await screen.findByRole('button', { name: 'Confirm transfer' })
    expect(document.body.textContent).toContain('$15.00')
    await go(-1)
    expect(control('amount').value).toBe('15.00')
  })

  async function choose(name: string) {
    await userEvent.click(payeeLink(name))
    await waitFor(() => expect(document.activeElement).toBe(control('amount')))
  }

  function type(texts: Record<string, string>) {
    for (const [name, value] of Object.entries(texts)) fireEvent.change(control(name), { target: { value } })
  }

  async function review(name: string, texts: Record<string, string>) {
    await choose(name)
    type(texts)
    await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
    await screen.findByRole('button', { name: 'Confirm transfer' })
  }

  async function pay(name: string, texts: Record<string, string>) {
    await review(name, texts)
    await userEvent.click(screen.getByRole('button', { name: 'Confirm transfer' }))
  }

  function expectNothingOf(amount: string) {
    const typed = [...document.querySelectorAll('input')].map(({ value }) => value)
    for (const text of [...typed, document.body.textContent!]) {
      for (const trace of [
        amount,
        lateRent,
        'You’re sending',
        'You can send up to',
        'more than your balance',
      ])
        expect(text).not.toContain(trace)
    }
  }
})

describe('the list of saved payees', () => {
  test('a payee is edited under its account, and a blank field is refused', async () => {
    const { bank, saved } = await open({ saved: [erik] })
    const dialog = await openFromMenu('Edit')
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Account name'))
    const field = (label: RegExp) => within(dialog).getByLabelText<HTMLInputElement>(label)
    await userEvent.clear(field(/^Bank address/))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    expect(await within(dialog).findByText('Bank address is required')).toBeDefined()
    fillIn(dialog, { 'Bank address': 'Elsewhere', 'Name for this payee': 'My landlord' })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const menu = await screen.findByRole('button', { name: 'More for My landlord' })
    await waitFor(() => expect(document.activeElement).toBe(menu))
    expect(saved()).toMatchObject([{ name: 'My landlord', accountName: 'Erik Holm' }])
    // The transfer form around it is not sent, and nothing is removed.
    expect(writes(bank)).toEqual([['POST', '/api/beneficiaries']])
    expect(bank.requestsTo('POST /api/beneficiaries')[0]!.body).toMatchObject({
      account_number: erik.accountNumber,
      bank_address: 'Elsewhere',
      name: 'My landlord',
    })
  })

  test('a payee with another account number is saved in the place of the one before', async () => {
    const { bank } = await open({ saved: [erik, mother] })
    const dialog = await openFromMenu('Edit')
    fillIn(dialog, { 'Account number': mother.accountNumber, 'Bank name': mother.bankName })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    expect(await within(dialog).findByText('You have saved this account as Mother')).toBeDefined()
    fillIn(dialog, { 'Account number': '5550001111' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes(bank)).toEqual([
      ['POST', '/api/beneficiaries'],
      ['DELETE', `/api/beneficiaries/${erik.id}`],
    ])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Who do you want to pay?'))
  })

  test('a beneficiary is removed only after a confirmation that starts at Cancel', async () => {
    const { saved } = await open({ saved: [erik] })
    const dialog = await openFromMenu('Remove')
    expect(dialog.textContent).toContain('Erik Holm will no longer be on your list')
    expect(document.activeElement?.textContent).toBe('Cancel')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(saved()).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Erik Holm' }))

    await userEvent.click(within(await openFromMenu('Remove')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/No saved payees yet/)).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Who do you want to pay?')
  })

  async function openFromMenu(act: string): Promise<HTMLElement> {
    await userEvent.click(screen.getByRole('button', { name: 'More for Erik Holm' }))
    await userEvent.click(screen.getByRole('button', { name: `${act} Erik Holm` }))
    return screen.findByRole(act === 'Remove' ? 'alertdialog' : 'dialog')
  }

  /** What changes something at the bank, in its order. */
  function writes({ requests }: ReturnType<typeof stubbedBank>) {
    return requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path])
  }
})

describe('a payee added by hand', () => {
  test('a payee added by hand is saved under a chosen name, by the rules of the form', async () => {
    const { bank } = await open({ saved: [mother] })
    const dialog = await openAddDialog()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    expect(await within(dialog).findByText('Account name is required')).toBeDefined()
    expect(within(dialog).getByText('Account number must be at least 10 digits')).toBeDefined()
    fillIn(dialog, { ...erikFields, 'Name for this payee': ' Rent ' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bank.requestsTo('POST /api/beneficiaries').map(({ body }) => body)).toEqual([
      {
        account_name: 'Erik Holm',
        account_number: '9876543210',
        bank_name: 'Northern Savings',
        bank_address: '1 Quay Road, Oslo',
        swift_code: 'DNBANOKK',
        routing_number: 'NO9386011117947',
        name: 'Rent',
      },
    ])
  })

  test('a payee with an IBAN is saved with it as the routing number, whose field is hidden', async () => {
    const { bank } = await open({ saved: [mother] })
    const dialog = await openAddDialog()
    const { 'Routing number': _, ...others } = erikFields
    fillIn(dialog, { ...others, 'Account number': 'no93 8601 1117 947', 'Name for this payee': 'Rent' })
    await waitFor(() => expect(within(dialog).queryByLabelText(/^Routing number/)).toBeNull())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bank.requestsTo('POST /api/beneficiaries').map(({ body }) => body)).toMatchObject([
      { account_number: 'NO9386011117947', routing_number: 'NO9386011117947' },
    ])
  })

  test('an account that is saved already is named instead of being replaced', async () => {
    const { bank } = await open({ saved: [erik] })
    const dialog = await openAddDialog()
    fillIn(dialog, { ...erikFields, 'Account number': '987 654 3210', 'Bank address': 'Elsewhere' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    expect(await within(dialog).findByText('You have saved this account as Erik Holm')).toBeDefined()
    expect(bank.requestsTo('POST /api/beneficiaries')).toEqual([])
  })

  async function openAddDialog() {
    await userEvent.click(screen.getByRole('button', { name: 'Add a payee' }))
    return screen.findByRole('dialog', { name: 'Add a payee' })
  }

  const erikFields = {
    'Account name': 'Erik Holm',
    'Account number': '9876543210',
    'Bank name': 'Northern Savings',
    'Bank address': '1 Quay Road, Oslo',
    'Swift code': 'DNBANOKK',
    'Routing number': 'NO9386011117947',
  }
})

describe('the payee of a transfer', () => {
  const receipt = `/transfer?step=receipt&tx=${toErik().id}`
  const save = () => screen.findByRole('button', { name: 'Save this payee' })

  test('a receipt saves its payee under the name that is given, once', async () => {
    const { saved } = await open({ saved: [], path: receipt })
    await userEvent.click(await save())
    const dialog = await screen.findByRole('dialog')
    const name = within(dialog).getByLabelText<HTMLInputElement>('Name for this payee')
    expect(name.value).toBe('Erik Holm')
    fireEvent.change(name, { target: { value: 'Landlord' } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save payee' }))
    const outcome = await screen.findByText(/Saved among your payees as/)
    expect(outcome.textContent).toBe('Saved among your payees as Landlord.')
    await waitFor(() => expect(document.activeElement).toBe(outcome))
    expect(saved()).toMatchObject([{ accountNumber: '9876543210', name: 'Landlord' }])
    expect(screen.queryByRole('button', { name: 'Save this payee' })).toBeNull()
  })

  test('the details of a transaction save its payee', async () => {
    const { saved } = await open({ saved: [], path: '/transactions' })
    await userEvent.click(await save())
    await userEvent.click(await screen.findByRole('button', { name: 'Save payee' }))
    expect(await screen.findByText(/Saved among your payees as/)).toBeDefined()
    expect(saved()).toMatchObject([{ accountNumber: '9876543210', name: 'Erik Holm' }])
  })

  test('a receipt recognises a saved payee however the account number is written', async () => {
    const written = { ...erik, name: 'Erik', accountNumber: '987 654 3210', bankName: 'northern  savings' }
    await open({ saved: [written], path: receipt })
    expect(await screen.findByText(/Saved among your payees as/)).toBeDefined()
  })

  test('a receipt says why its payee cannot be saved', async () => {
    await open({ path: receipt, onSave: () => refused('beneficiaries_too_many', { most: 100 }) })
    await userEvent.click(await save())
    await userEvent.click(await screen.findByRole('button', { name: 'Save payee' }))
    expect(await screen.findByText(/You can save at most 100 payees/)).toBeDefined()
  })
})

function fillIn(dialog: HTMLElement, texts: Record<string, string>) {
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  }
}

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

const recent: RecentBeneficiary = {
  ...toErik().beneficiary!,
  transactionId: toErik().id,
  paidAt: toErik().createdAt,
}

type Wishes = {
  /** Undefined is a list that fails to load. */
  saved?: SavedBeneficiary[] | undefined
  recent?: RecentBeneficiary[]
  path?: string
  onSave?: () => Response
  onSend?: () => Response
}

/** Opens a page of a user with these payees. */
async function open(wishes: Wishes) {
  const { recent = [], path = '/transfer', onSave, onSend } = wishes
  let kept = 'saved' in wishes ? wishes.saved : []
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/transactions/:id': ({ path }) =>
      path.endsWith(toErik().id)
        ? { ...toErik(), timeline: [], note: '', payeeNameMasked: null }
        : refused('transaction_not_found'),
    'GET /api/beneficiaries': () => (kept ? { beneficiaries: kept } : refused('busy')),
    'GET /api/beneficiaries/recent': () => ({ beneficiaries: recent }),
    'POST /api/beneficiaries': ({ body }) => {
      if (onSave) return onSave()
      const accountNumber = body.account_number!
      const earlier = kept?.find((one) => one.accountNumber === accountNumber)
      const one = { ...erik, id: earlier?.id ?? 'another', name: body.name!, accountNumber }
      kept = [...(kept ?? []).filter((other) => other !== earlier), one]
      return one
    },
    'POST /api/transfers': () => onSend?.() ?? refused('internal'),
    'DELETE /api/beneficiaries/:id': ({ path }) => {
      kept = kept?.filter(({ id }) => !path.endsWith(id))
      return new Response(null, { status: 204 })
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  const page =
    path === '/transactions' ? (
      <TransactionDetails transaction={toErik()} more={undefined} />
    ) : (
      <TransferPage />
    )
  const { address, go, client } = visit(path, page)
  const isBare = path === '/transfer'
  const hasPayees = (kept?.length ?? 0) + recent.length > 0
  if (isBare) await screen.findByText(hasPayees ? 'Who do you want to pay?' : 'Account name')
  return { bank, address, go, client, saved: () => kept, add: (one: SavedBeneficiary) => (kept = [one]) }
}

function list(): HTMLElement {
  return screen.getByRole('list', { name: 'Saved payees' })
}

function payeeLink(name: string): HTMLElement {
  return screen.getByRole('link', { name: new RegExp(`^${name}\\s*\\d`) })
}

/** The fields of the form with their values. */
function filledIn(): Record<string, string> {
  const controls = document.querySelectorAll<HTMLInputElement>('form input[name]')
  return Object.fromEntries([...controls].map(({ name, value }) => [name, value]))
}
