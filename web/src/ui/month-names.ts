/** January first. By hand: a telephone needs longer to make an `Intl.DateTimeFormat` than to draw a page. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
