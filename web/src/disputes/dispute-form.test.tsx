import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alice, visit } from '../../test/stubbed-bank.tsx'
import { hideAmounts } from '../ui/hidden-amounts.ts'
import { DisputeForm } from './dispute-form.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))
afterEach(() => hideAmounts(false))

function open() {
  const send = vi.fn(async (_: { amount: string }) => ({}))
  const onDone = vi.fn()
  const payment = { id: 'payment', amount: '40.00', currency: 'USD' } as const
  const form = (
    <DisputeForm
      payment={payment}
      filesUnder="Help"
      send={send}
      onCancel={() => {}}
      onDone={onDone}
      onSettled={() => {}}
    />
  )
  visit('/transactions', form, '/transactions', alice())
  return { send, onDone }
}

const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('what is typed of a dispute is there again after its page was left, until it is cancelled', async () => {
  open()
  await userEvent.selectOptions(screen.getByLabelText('What is wrong'), 'paid_twice')
  await userEvent.type(screen.getByLabelText('What happened'), 'Twice on one day')
  cleanup()
  open()
  expect(['What is wrong', 'Disputed amount', 'What happened'].map(typedIn)).toEqual([
    'paid_twice',
    '40.00',
    'Twice on one day',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  cleanup()
  open()
  expect(typedIn('What happened')).toBe('')
})

test('while amounts are hidden a dispute does not show that of the payment, and is about all of it unless a part is typed', async () => {
  hideAmounts(true)
  const { send, onDone } = open()
  expect(typedIn('Disputed amount')).toBe('')
  expect(document.body.textContent).not.toContain('40.00')
  await userEvent.selectOptions(screen.getByLabelText('What is wrong'), 'paid_twice')
  await userEvent.type(screen.getByLabelText('What happened'), 'Twice on one day')
  await userEvent.click(screen.getByRole('button', { name: 'Dispute' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(send.mock.calls[0]![0].amount).toBe('40.00')
})
