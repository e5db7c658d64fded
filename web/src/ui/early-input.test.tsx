import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { takeEarlyInput } from './early-input.ts'

function Form({ onSend }: { onSend: (name: string, agreed: boolean) => void }) {
  const [name, setName] = useState('')
  const [agreed, setAgreed] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(name, agreed)
      }}
    >
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <input
        aria-label="Agreed"
        type="checkbox"
        checked={agreed}
        onChange={({ target }) => setAgreed(target.checked)}
      />
    </form>
  )
}

test('text, a tick and a submit from before hydration are repeated once', () => {
  const send = vi.fn()
  render(<Form onSend={send} />)
  const name = screen.getByRole<HTMLInputElement>('textbox')
  const agreed = screen.getByRole<HTMLInputElement>('checkbox')
  window.earlyInput = new Map([
    [name, ['Harbour Rent', false]],
    [agreed, ['on', true]],
  ])
  takeEarlyInput()
  expect([name.value, agreed.checked]).toEqual(['Harbour Rent', true])
  window.earlyForm = name.form!
  name.form!.setAttribute('data-pressed', '')
  takeEarlyInput()
  expect(document.querySelector('[data-pressed]')).toBeNull()
  takeEarlyInput()
  expect(send.mock.calls).toEqual([['Harbour Rent', true]])
})

test('a button pressed before hydration is pressed once after it', () => {
  const button = document.createElement('button')
  const press = vi.fn()
  button.addEventListener('click', press)
  window.earlyPress = button
  takeEarlyInput()
  takeEarlyInput()
  expect([press.mock.calls.length, window.earlyPress]).toEqual([1, null])
})
