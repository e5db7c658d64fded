import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Input } from './input.tsx'
import { RadioCards } from './radio-cards.tsx'
import { SecretInput } from './secret-input.tsx'
import { Select } from './select.tsx'
import { Textarea } from './textarea.tsx'

describe('a field', () => {
  for (const [kind, view] of [
    ['text', <Input key="1" name="city" label="City" hint="Where you live" error="City is required" />],
    [
      'a list',
      <Select
        key="2"
        name="city"
        label="City"
        hint="Where you live"
        error="City is required"
        options={[{ label: 'Halifax', value: 'halifax' }]}
        placeholder="Choose"
      />,
    ],
    ['lines', <Textarea key="3" name="city" label="City" hint="Where you live" error="City is required" />],
    [
      'a secret',
      <SecretInput key="4" name="city" label="City" hint="Where you live" error="City is required" />,
    ],
  ] as const) {
    test(`a field of ${kind} has its label, its hint and its error`, () => {
      render(view)
      const control = screen.getByLabelText('City')
      expect(control.getAttribute('name')).toBe('city')
      expect(control.getAttribute('aria-invalid')).toBe('true')
      expect(descriptionOf(control)).toBe('Where you live Error: City is required')
    })
  }

  test('a field without an error is not invalid', () => {
    render(<Input name="city" label="City" />)
    const control = screen.getByLabelText('City')
    expect(control.hasAttribute('aria-invalid')).toBe(false)
    expect(control.hasAttribute('aria-describedby')).toBe(false)
  })
})

describe('a secret', () => {
  test('a secret is hidden, can be shown, and is hidden again when the form is sent', async () => {
    render(
      <form onSubmit={(event) => event.preventDefault()}>
        <SecretInput name="pin" label="Transaction PIN" />
        <button type="submit">Send</button>
      </form>,
    )
    const secret = screen.getByLabelText('Transaction PIN')
    const show = screen.getByRole('button', { name: 'Show transaction pin' })
    expect(secret.getAttribute('type')).toBe('password')
    await userEvent.click(show)
    expect(secret.getAttribute('type')).toBe('text')
    expect(show.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(secret.getAttribute('type')).toBe('password')
  })

  test('a secret can be pasted and has no maximum length', async () => {
    render(<SecretInput name="password" label="Password" />)
    const secret = screen.getByLabelText<HTMLInputElement>('Password')
    await userEvent.click(secret)
    await userEvent.paste('a phrase of many words from a password manager')
    expect(secret.value).toBe('a phrase of many words from a password manager')
    expect(secret.hasAttribute('maxlength')).toBe(false)
  })
})

test('radio cards are chosen like radio buttons', async () => {
  const choose = vi.fn()
  render(
    <RadioCards
      name="currency"
      legend="Currency"
      options={[
        { label: 'USD ($)', value: 'USD' },
        { label: 'EUR (€)', value: 'EUR' },
      ]}
      error="Currency is required"
      onChange={(event) => choose(event.target.value)}
    />,
  )
  const group = screen.getByRole('group', { name: 'Currency' })
  expect(descriptionOf(group)).toBe('Error: Currency is required')
  await userEvent.click(screen.getByRole('radio', { name: 'EUR (€)' }))
  expect(choose).toHaveBeenCalledWith('EUR')
})

function descriptionOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
