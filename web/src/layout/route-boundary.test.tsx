import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { RouteBoundary } from './route-boundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a page that breaks leaves the menu standing, and the next page is whole again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <MemoryRouter initialEntries={['/broken']}>
      <Link to="/whole">Elsewhere</Link>
      <RouteBoundary>
        <Routes>
          <Route path="/broken" element={<BrokenPage />} />
          <Route path="/whole" element="A whole page" />
        </Routes>
      </RouteBoundary>
    </MemoryRouter>,
  )
  expect(screen.getByRole('alert').textContent).toContain('This page stopped working')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  const [said] = /Reference [0-9a-f]{8}/.exec(screen.getByRole('alert').textContent) ?? []
  expect(log.mock.calls.map(([words]) => words)).toContain(`${said}:`)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(screen.getByText('A whole page')).toBeDefined()
})

function BrokenPage(): never {
  throw new Error('a slip')
}
