import { configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach } from 'vitest'

// An expected element appears at once on a quiet machine; a busy one may take its time.
configure({ asyncUtilTimeout: 10_000 })

// Test files share the library's memory, and a toast that no page has shown yet would appear on the next page.
afterEach(() => void toast.dismiss())
