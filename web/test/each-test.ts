import { configure } from '@testing-library/react'

// An expected element appears at once on a quiet machine; a busy one may take its time.
configure({ asyncUtilTimeout: 10_000 })
