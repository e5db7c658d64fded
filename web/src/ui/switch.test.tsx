import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Switch } from './switch.tsx'

function Page({ disabled = false }: { disabled?: boolean }) {
  const [isOn, setOn] = useState(false)
  return (
    <Switch
      label="Money in"
      hint="At most one mail an hour"
      checked={isOn}
      disabled={disabled}
      onChange={({ target }) => setOn(target.checked)}
    />
  )
}

const state = () => screen.getByRole('switch', { name: 'Money in' }).getAttribute('aria-checked')

test('a switch has its role, its name, its description and its state', () => {
  render(<Page />)
  const input = screen.getByRole('switch', { name: 'Money in' })
  expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe(
    'At most one mail an hour',
  )
  expect(state()).toBe('false')
  expect(screen.getByText('Off')).toBeDefined()
})

test('a switch is turned on by a click on its label, and off by the space bar', async () => {
  render(<Page />)
  await userEvent.click(screen.getByText('Money in'))
  expect(state()).toBe('true')
  expect(screen.getByText('On')).toBeDefined()
  await userEvent.keyboard(' ')
  expect(state()).toBe('false')
})

test('a disabled switch does not change', async () => {
  render(<Page disabled />)
  await userEvent.click(screen.getByText('Money in'))
  expect(state()).toBe('false')
})
