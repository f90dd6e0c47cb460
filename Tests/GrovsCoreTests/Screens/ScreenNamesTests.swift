import Testing

@testable import GrovsCore

@Suite struct ScreenNamesTests {
  @Test(arguments: [
    ("CheckoutViewController", "Checkout"), ("CheckoutController", "Checkout"),
    ("ViewController", "ViewController"), ("Controller", "Controller"),
    ("ListControllerController", "ListController"), ("Checkout", "Checkout"), ("", ""),
    ("Demo.CheckoutViewController", "Checkout"), ("Demo.Outer.InnerController", "Inner"),
    ("Demo.Host<Demo.CartView>", "Host"), ("Host<A<B.C>>.PageController", "Page"),
  ])
  func `a class gives its name without module, generic part and ending`(
    name: String, screen: String
  ) {
    #expect(ScreenNames.name(ofClass: ScreenNames.bare(name)) == screen)
  }

  @Test(arguments: [
    ("Demo/CheckoutView.swift", "Checkout"), ("Demo/Views/Cart.swift", "Cart"),
    ("Demo/View.swift", "View"), ("CartViewView.swift", "CartView"), ("CartView", "Cart"),
    ("", ""),
  ])
  func `a file gives its name without folder and ending`(file: String, screen: String) {
    #expect(ScreenNames.name(ofFile: file) == screen)
  }

  @Test(arguments: [("UINavigationController", true), ("DemoUINavigationController", false)])
  func `what UIKit puts up itself is known by its class`(name: String, isSystem: Bool) {
    #expect(ScreenNames.isSystem(name) == isSystem)
  }
}
