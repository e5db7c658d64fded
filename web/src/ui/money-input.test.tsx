import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm, useWatch } from 'react-hook-form'
import { describe, expect, test, vi } from 'vitest'
import { MoneyInput } from './money-input.tsx'
import { pressEnded } from './press-ended.ts'

function Form({ send }: { send: (amount: string) => void }) {
  const { register, handleSubmit, control, setValue } = useForm({ defaultValues: { amount: '' } })
  const typed = useWatch({ control, name: 'amount' })
  return (
    <form onSubmit={handleSubmit(({ amount }) => send(amount))}>
      <MoneyInput label="Amount" currency="USD" echo="You’re sending" typed={typed} {...register('amount')} />
      <button type="submit">Send</button>
      <button type="button" onClick={() => setValue('amount', '7')}>
        Fill in
      </button>
    </form>
  )
}

describe('an amount typed', () => {
  for (const [typed, canonical, echoed] of [
    ['1,234.5', '1234.50', 'You’re sending $1,234.50'],
    ['1234,50', '1234.50', 'You’re sending $1,234.50'],
    ['1 234', '1234.00', 'You’re sending $1,234.00'],
    ['0050', '50.00', 'You’re sending $50.00'],
  ] as const) {
    test(`an amount typed as "${typed}" is repeated and sent as ${canonical}`, async () => {
      const send = vi.fn()
      render(<Form send={send} />)
      const control = screen.getByLabelText<HTMLInputElement>('Amount')
      await userEvent.type(control, typed)
      expect(control.value).toBe(typed)
      expect(document.getElementById(control.getAttribute('aria-describedby')!)?.textContent).toBe(echoed)
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(control.value).toBe(canonical)
      expect(send).toHaveBeenCalledWith(canonical)
    })
  }

  test('an amount sent with Enter is canonical too', async () => {
    const send = vi.fn()
    render(<Form send={send} />)
    await userEvent.type(screen.getByLabelText('Amount'), '1,234.5{Enter}')
    expect(send).toHaveBeenCalledWith('1234.50')
  })

  test('an amount that the form replaces is repeated in place of the typed one', async () => {
    render(<Form send={vi.fn()} />)
    await userEvent.type(screen.getByLabelText('Amount'), '1,234.5')
    await userEvent.click(screen.getByRole('button', { name: 'Fill in' }))
    expect(screen.getByText(/^You’re sending/).textContent).toBe('You’re sending $7.00')
  })

  for (const [typed, error] of [
    ['twelve', 'Enter the amount in digits, such as 1250.00'],
    ['3.000', 'Use at most 2 decimals. For thousands, write 3000 or 3,000.00'],
    ['0', 'Enter an amount above 0'],
  ] as const) {
    test(`an amount typed as "${typed}" stays as typed, and has its error from when the field is left until it is changed`, async () => {
      render(<Form send={vi.fn()} />)
      const control = screen.getByLabelText<HTMLInputElement>('Amount')
      await userEvent.type(control, typed)
      expect(control.hasAttribute('aria-describedby')).toBe(false)
      await userEvent.tab()
      expect((await screen.findByText(error)).closest('p')!.id).toBe(control.getAttribute('aria-describedby'))
      expect(control.value).toBe(typed)
      await userEvent.type(control, '5')
      expect(screen.queryByText(error)).toBe(null)
    })
  }

  test('an amount field that is left empty has no error', async () => {
    render(<Form send={vi.fn()} />)
    await userEvent.click(screen.getByLabelText('Amount'))
    await userEvent.tab()
    await pressEnded()
    expect(screen.getByLabelText('Amount').hasAttribute('aria-invalid')).toBe(false)
  })
})
