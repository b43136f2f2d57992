/** What went wrong on a connection, with a code. The client makes a `ConnectionError` of it, with that code as `reasonCode`. */
export class Http2Failure extends Error {
  constructor(
    /** `ERR_HTTP2_...`, or the system's word for the same thing. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The server has not begun the request, so that it may be sent again whatever it is: a write as well. */
export class NotBegunFailure extends Http2Failure {
  constructor() {
    super(
      'ERR_HTTP2_NOT_BEGUN',
      'the server refused the stream (GOAWAY or REFUSED_STREAM) before it began the request',
    );
  }
}
