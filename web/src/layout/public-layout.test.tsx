import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { sessionQuery } from '../sessions/session.ts'
import { PublicLayout } from './public-layout.tsx'

vi.mock('../public-config.ts', () => ({
  publicConfig: { bankName: 'Truepenny', publicSiteUrl: 'https://truepenny.example/' },
}))

test('the bar of a visitor’s page has only the logo, which leads to the bank’s public website', () => {
  const { container } = open()
  const bar = screen.getByRole('banner')
  expect(bar.className).toContain('sticky')
  expect(within(bar).getAllByRole('link')).toHaveLength(1)
  expect(within(bar).queryByRole('button')).toBeNull()
  const logo = within(bar).getByRole('link', { name: 'Truepenny' })
  expect(logo.getAttribute('href')).toBe('https://truepenny.example/')
  expect(container.querySelector('.engraving')?.getAttribute('aria-hidden')).toBe('true')
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Welcome Back' })).toBeDefined()
})

test('the skip link moves the focus to the page and keeps the URL, which may hold the token of a link', () => {
  open()
  const isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(isFollowed).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

function open() {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, { session: null })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Routes>
          <Route element={<PublicLayout />}>
            <Route path="/" element={<h1>Welcome Back</h1>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
