import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { PayeesPage } from './payees-page.tsx'

test('the page of payees lists the saved ones, and each leads to the form that pays it', async () => {
  open([payee('Erik'), payee('Mother')])
  const rows = within(await screen.findByRole('list', { name: 'Saved payees' })).getAllByRole('link')
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/transfer?to=Erik', '/transfer?to=Mother'])
  expect(screen.getByRole('button', { name: 'Add a payee' })).toBeDefined()
})

test('a customer without saved payees reads how to save one', async () => {
  open([])
  expect(await screen.findByText(/No saved payees yet/)).toBeDefined()
  expect(screen.queryByRole('list')).toBeNull()
})

test('eight saved payees can be searched', async () => {
  open(Array.from({ length: 8 }, (_, n) => payee(`Erik ${n}`)))
  fireEvent.change(await screen.findByLabelText('Find a payee'), { target: { value: 'erik 3' } })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Find a payee'), { target: { value: 'unknown' } })
  expect(screen.getByRole('status').textContent).toBe('No payees found for “unknown”.')
})

test('after the removal of the last payee the focus is on the heading of the list', async () => {
  open([payee('Erik')])
  await userEvent.click(await screen.findByRole('button', { name: 'More for Erik' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Erik' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  )
  expect(await screen.findByText(/No saved payees yet/)).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Saved payees'))
})

test('payees that could not be loaded can be loaded again', async () => {
  let isReachable = false
  const bank = stubbedBank({
    'GET /api/beneficiaries': () => (isReachable ? { beneficiaries: [payee('Erik')] } : refused('busy')),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/payees', <PayeesPage />)
  expect(await screen.findByText('Your payees could not be loaded')).toBeDefined()
  isReachable = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /^Erik/ })).toBeDefined()
})

function payee(name: string): SavedBeneficiary {
  return { ...toErik().beneficiary!, id: name, name }
}

function open(saved: SavedBeneficiary[]) {
  let kept = saved
  const bank = stubbedBank({
    'GET /api/beneficiaries': () => ({ beneficiaries: kept }),
    'DELETE /api/beneficiaries/:id': () => {
      kept = []
      return new Response(null, { status: 204 })
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/payees', <PayeesPage />)
}
