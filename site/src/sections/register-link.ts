export const registerLink = '/register-now/#register-now';
