import type { AccountView } from '@bank/contract/accounts/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, savings, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { AccountDetails } from './account-details.tsx'

const euros = savings({ currency: 'EUR', iban: 'DE44995550005550001234' })
const text = [
  'Name: Alice Moreno',
  'Account number: 5550001234',
  'IBAN: DE44995550005550001234',
  'Bank: Truepenny',
  'Bank address: 1 Assay Row, Pennyford',
  'SWIFT code: TRPNDEF0',
  'Routing number: 995550005',
  'Currency: EUR (€)',
].join('\n')

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

describe('the details of an account', () => {
  test('the details are what a payer writes, and an account without an IBAN shows none', async () => {
    const sheet = await open(euros)
    expect(within(sheet).getAllByRole('definition').map(textOf)).toEqual(
      text.split('\n').map((line) => line.split(': ')[1]),
    )
    cleanup()
    const other = await open(alice().account)
    expect(within(other).queryByText('IBAN')).toBeNull()
    expect(within(other).getByText('USD ($)')).toBeDefined()
  })

  test('Copy all copies every line, and the IBAN alone is copied without spaces', async () => {
    const sheet = await open(euros)
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(within(sheet).getByRole('button', { name: 'Copy all' }))
    await userEvent.click(within(sheet).getByRole('button', { name: 'Copy IBAN' }))
    expect(writeText.mock.calls).toEqual([[text], ['DE44995550005550001234']])
  })

  test('Share gives the details to the device, and one that is closed there changes nothing', async () => {
    const share = vi.fn(async () => Promise.reject(new DOMException('closed', 'AbortError')))
    Object.assign(navigator, { share })
    const sheet = await open(euros)
    await userEvent.click(within(sheet).getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledWith({ title: 'Your account details', text })
    expect(within(sheet).getByRole('button', { name: 'Share' })).toBeDefined()
  })

  test('a browser that cannot share has no Share', async () => {
    const sheet = await open(euros)
    expect(within(sheet).queryByRole('button', { name: 'Share' })).toBeNull()
  })
})

async function open(account: AccountView) {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/me': () => alice() }).fetch)
  visit(
    '/dashboard',
    <AccountDetails account={account} className="">
      Account details
    </AccountDetails>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Account details' }))
  const sheet = await screen.findByRole('dialog', { name: 'Your account details' })
  await waitFor(() => expect(within(sheet).getByText('Alice Moreno')).toBeDefined())
  return sheet
}

function textOf({ textContent }: HTMLElement): string | null {
  return textContent
}
