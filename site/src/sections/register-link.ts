/** Where every Register Now button goes. */
export const registerLink = '/register-now/#register-now';
