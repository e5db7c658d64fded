import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageHeading } from '../ui/page-heading.tsx'
import { RouteChange } from './route-change.tsx'

const scrollTo = vi.fn()

beforeEach(() => {
  scrollTo.mockClear()
  vi.stubGlobal('scrollTo', scrollTo)
  render(
    <MemoryRouter initialEntries={['/transactions']}>
      <RouteChange />
      <Link to="/transactions?page=2">Next</Link>
      <Link to="/transfer">Funds Transfer</Link>
      <Routes>
        <Route path="/transactions" element={<PageHeading>Transaction History</PageHeading>} />
        <Route path="/transfer" element={<PageHeading>Funds Transfer</PageHeading>} />
      </Routes>
    </MemoryRouter>,
  )
})

test('a change of page scrolls to the top, sets the title of the tab and focuses the heading', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'Funds Transfer' }))
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' })
  expect(document.title).toBe('Funds Transfer · Truepenny')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('a change of the query string neither scrolls nor moves the focus', async () => {
  const next = screen.getByRole('link', { name: 'Next' })
  await userEvent.click(next)
  expect(scrollTo).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(next)
})
