import { useListUrlState } from '../../ui/list-url-state.ts'

/** The search text and the page of the users, in the URL. */
export function useUsersUrlState() {
  const { params, go, cursor, pagesBefore, goOn, goBack } = useListUrlState()
  return {
    email: params.get('email') ?? '',
    cursor,
    pagesBefore,
    /** Adds no history entry, because it is called while the administrator types. */
    search: (text: string) => go({ email: text, cursor: null }, { replace: true }),
    goOn,
    goBack,
  }
}
