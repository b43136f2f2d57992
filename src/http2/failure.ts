/** A failure of a connection. The client turns it into a `ConnectionError` with its code as `reasonCode`. */
export class Http2Failure extends Error {
  constructor(
    /** `ERR_HTTP2_...`, or the equivalent system error code. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The server has not begun the request, so any request may be sent again, including a write. */
export const notBegunCode = 'ERR_HTTP2_NOT_BEGUN';
