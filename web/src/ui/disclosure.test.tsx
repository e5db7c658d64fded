import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { Disclosure } from './disclosure.tsx'

beforeEach(() => {
  render(
    <>
      <Disclosure label="Alice">
        {(close) => (
          <MemoryRouter>
            <Link to="/profile" onClick={close}>
              Profile
            </Link>
          </MemoryRouter>
        )}
      </Disclosure>
      <p>Elsewhere</p>
    </>,
  )
})

const button = () => screen.getByRole('button', { name: 'Alice' })

test('a disclosure says whether it is open and refers to its panel', async () => {
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button())
  expect(button().getAttribute('aria-expanded')).toBe('true')
  const panel = document.getElementById(button().getAttribute('aria-controls')!)
  expect(panel?.contains(screen.getByRole('link', { name: 'Profile' }))).toBe(true)
})

test('a disclosure closes on Escape and returns the focus', async () => {
  await userEvent.click(button())
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('link')).toBeNull()
  expect(document.activeElement).toBe(button())
})

test('a disclosure closes on a click outside it', async () => {
  await userEvent.click(button())
  await userEvent.click(screen.getByText('Elsewhere'))
  expect(screen.queryByRole('link')).toBeNull()
})

test('a disclosure closes when a link inside it is followed', async () => {
  await userEvent.click(button())
  await userEvent.click(screen.getByRole('link', { name: 'Profile' }))
  expect(button().getAttribute('aria-expanded')).toBe('false')
})
