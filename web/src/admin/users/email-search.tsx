import { useEffect, useState } from 'react'
import { Input } from '../../ui/input.tsx'
import type { useUsersUrlState } from './users-url-state.ts'

// Long enough for the next key, short enough to feel immediate.
const pauseMilliseconds = 250

/** Searches users by any part of their email, once the administrator stops typing. */
export function EmailSearch({ urlState }: { urlState: ReturnType<typeof useUsersUrlState> }) {
  // Undefined when nothing is being typed: then the URL has the text, also after Back.
  const [typed, setTyped] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key restarts the pause.
  useEffect(() => {
    if (typed === undefined) return
    const pause = setTimeout(() => {
      setTyped(undefined)
      if (typed.trim() !== urlState.email) urlState.search(typed.trim())
    }, pauseMilliseconds)
    return () => clearTimeout(pause)
  }, [typed])

  return (
    <search aria-label="Users" className="max-w-form">
      <Input
        name="email"
        id="user-search"
        type="search"
        label="Search by email"
        placeholder="Search"
        autoComplete="off"
        maxLength={254}
        value={typed ?? urlState.email}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
